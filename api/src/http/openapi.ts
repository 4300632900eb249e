/** The OpenAPI document, generated from the routes' schemas, and its route. */
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { type FastifyPluginCallbackZod, jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { problems } from './schemas.ts';

/** Call it before any route is added. @param server public origin of the site */
export async function describeRoutes(app: FastifyInstance, server: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Website API',
        version: '1',
        description: 'Contact messages, posts, newsletter, accounts, applications, referrals and payments.',
      },
      servers: [{ url: server }],
    },
    transform: (given) => {
      const { url, schema } = jsonSchemaTransform(given as Parameters<typeof jsonSchemaTransform>[0]);
      if (given.route.config?.crossSite !== 'own-pages') return { url, schema };
      return { url, schema: { ...schema, headers: withOrigin(schema['headers'] as object | undefined, server) } };
    },
  });
}

/** Of a call that is answered only to the site's own pages (`same-origin.ts`). */
function withOrigin(headers: { properties?: object; required?: string[] } | undefined, server: string) {
  const origin = { type: 'string', enum: [server], description: 'Browsers send it by themselves; others must.' };
  return {
    type: 'object',
    properties: { ...headers?.properties, origin },
    required: [...(headers?.required ?? []), 'origin'],
  };
}

export const openApiRoute: FastifyPluginCallbackZod = (app, _options, done) => {
  app.get(
    '/api/openapi.json',
    { schema: { summary: 'This document', response: { 200: z.record(z.string(), z.unknown()), ...problems } } },
    () => ({ ...app.swagger() }),
  );
  done();
};

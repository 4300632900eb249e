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
    transform: jsonSchemaTransform,
  });
}

export const openApiRoute: FastifyPluginCallbackZod = (app, _options, done) => {
  app.get(
    '/api/openapi.json',
    { schema: { summary: 'This document', response: { 200: z.record(z.string(), z.unknown()), ...problems } } },
    () => ({ ...app.swagger() }),
  );
  done();
};

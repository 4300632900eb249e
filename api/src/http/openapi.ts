/** The OpenAPI document, generated from the routes' schemas. */
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

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

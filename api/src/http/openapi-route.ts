import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';

export const openApiRoute: FastifyPluginCallbackZod = (app, _options, done) => {
  app.get(
    '/api/openapi.json',
    { schema: { summary: 'This document', response: { 200: z.record(z.string(), z.unknown()) } } },
    () => ({ ...app.swagger() }),
  );
  done();
};

import type { FastifyInstance } from 'fastify';

/**
 * Forbids every cache to keep the answers of `app`'s routes, refusals included: they are about one visitor, or hold a
 * secret. Call it on a separate instance.
 */
export function neverCached(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, next) => {
    void reply.header('cache-control', 'no-store');
    next();
  });
}

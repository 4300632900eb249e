/** One log line per answered request: what, how long, with which result. Never bodies, queries or headers. */
import type { FastifyInstance } from 'fastify';

/** Monitoring asks for these every few seconds: worth a line only when something is wrong. */
const QUIET = ['/healthz', '/readyz'];

export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const facts = {
      method: request.method,
      path,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    if (QUIET.includes(path) && reply.statusCode < 400) request.log.debug(facts, 'answered');
    else request.log.info(facts, 'answered');
    done();
  });
}

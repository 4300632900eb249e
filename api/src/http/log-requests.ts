/**
 * One log line per answered request: what, from which IP address, how long, with which result; a refusal with its code, so
 * that attempts to log in, to guess and to send from elsewhere can be told apart. Never bodies, queries or headers.
 */
import type { FastifyInstance } from 'fastify';
import type { ProblemCode } from 'shared/contracts/problem';

declare module 'fastify' {
  interface FastifyReply {
    /** Code of the problem that the request was answered with. */
    problemCode: ProblemCode | undefined;
  }
}

/** Monitoring asks for these every few seconds: worth a line only when something is wrong. */
const QUIET = ['/healthz', '/readyz'];

/** Call it before any route is added. */
export function logRequests(app: FastifyInstance): void {
  app.decorateReply('problemCode', undefined);
  app.addHook('onResponse', (request, reply, done) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const facts = {
      method: request.method,
      path,
      ip: request.ip,
      status: reply.statusCode,
      ...(reply.problemCode === undefined ? {} : { code: reply.problemCode }),
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    if (QUIET.includes(path) && reply.statusCode < 400) request.log.debug(facts, 'answered');
    else request.log.info(facts, 'answered');
    done();
  });
}

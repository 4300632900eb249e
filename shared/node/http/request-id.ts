/**
 * The id of a request, by which it is found in the logs of all servers that it passed through. It is in the answer, in
 * problem details and in the sentence about a failure, so that a visitor can name it.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

export const REQUEST_ID_HEADER = 'x-request-id';

/** What proxies make: UUIDs, hexadecimal numbers, and the like. Nothing else gets into logs and headers. */
const SAFE = /^[A-Za-z0-9._-]{8,64}$/;

/**
 * Fastify's `genReqId`.
 * @param isTrusted whether the sender may choose the id: a stranger must not pass off a request as another one
 */
export function requestIds(isTrusted: (request: IncomingMessage) => boolean): (request: IncomingMessage) => string {
  return (request) => {
    const given = request.headers[REQUEST_ID_HEADER];
    return typeof given === 'string' && SAFE.test(given) && isTrusted(request) ? given : randomUUID();
  };
}

/** Follows a sentence that asks a visitor to try again after a failure of ours. */
export function namingRequest(id: string): string {
  return `If that does not help, write to us and name request ${id}.`;
}

/** Puts it into every answer. Call it before any other hook is added: those may refuse the request. */
export function answerWithRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header(REQUEST_ID_HEADER, request.id);
    done();
  });
}

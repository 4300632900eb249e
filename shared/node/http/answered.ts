/**
 * Each answered request is one line in the log and one event for those who measure. The line says what was asked, from
 * which IP address, how long it took and the result; for a refusal also its code, so that attempts to log in, to guess
 * and to send from another site can be told apart. Never bodies, queries (mailed links and identity providers put
 * secrets there) or headers.
 */
import type { FastifyInstance } from 'fastify';
import type { ProblemCode } from '../../contracts/problem.ts';
import { eventChannel } from '../telemetry/event-channel.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Code of the problem that the request was answered with. */
    problemCode: ProblemCode | undefined;
    /** Status of that problem, if the answer itself has another: a browser's form is sent back to its page. */
    problemStatus: number | undefined;
    /** The release that made the page. */
    madeBy: { name: string; version: string } | undefined;
    /** Pattern of the page's path, where it is more specific than the route. */
    pagePattern: string | undefined;
  }
}

export interface Answered {
  method: string;
  /** The pattern, never the path itself: the number of values is limited to the patterns that the site has. */
  route: string;
  status: number;
  seconds: number;
}

export const answered = eventChannel<Answered>('http.answered');

/** Monitoring asks for these every few seconds: worth a line only when something is wrong. */
const QUIET = ['/healthz', '/readyz'];

/** Call it before any route is added. */
export function tellAnswers(app: FastifyInstance): void {
  app.decorateReply('problemCode', undefined);
  app.decorateReply('problemStatus', undefined);
  app.decorateReply('madeBy', undefined);
  app.decorateReply('pagePattern', undefined);
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const { problemCode: code, problemStatus: status = reply.statusCode, madeBy, elapsedTime } = reply;
    const path = request.url.split('?', 1)[0] ?? '';
    const facts = {
      method,
      path,
      ip: request.ip,
      status,
      ...(code !== undefined && { code }),
      ...(madeBy && { remote: madeBy.name, release: madeBy.version }),
      ms: Math.round(elapsedTime * 10) / 10,
    };
    if (QUIET.includes(path) && status < 400) request.log.debug(facts, 'answered');
    else request.log.info(facts, 'answered');
    const route = reply.pagePattern ?? request.routeOptions.url ?? 'none';
    answered.tell({ method, route, status, seconds: elapsedTime / 1_000 });
    done();
  });
}

/** How visitors' own calls reach the API: `/api` and `/auth`. */
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import proxy from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageWhenAway } from 'shared/contracts/opened-links';
import { prefersHtml } from 'shared/node/http/accept';
import { hasBody, isLate, lateBody, whenBroken } from 'shared/node/http/arrival';
import { HOP_IP_HEADER, HOP_TOKEN_HEADER } from 'shared/node/hop';
import { RefusedRequest } from 'shared/node/http/refused-request';
import { isSafe } from 'shared/node/http/same-origin';
import { type ApiHop, isNotReached, NOT_REACHED } from './api-hop.ts';
import { sendProblem, type ShellProblem } from '../problem.ts';

export async function apiProxy(app: FastifyInstance, { hop }: { hop: ApiHop }): Promise<void> {
  // Bodies go through as they are; the proxy reads none.
  app.removeAllContentTypeParsers();
  app.addHook('preParsing', ({ raw }, _reply, body, done) => done(null, hasBody(raw) ? copyOfBody(raw) : body));
  for (const prefix of ['/api', '/auth']) {
    await app.register(proxy, {
      upstream: hop.url,
      prefix,
      rewritePrefix: prefix,
      // As many as there are calls: with a limit, that many slow bodies would keep everybody else from the API.
      undici: { connections: null },
      // The shell's own line says all: two more for each call would only make the log longer.
      disableRequestLogging: true,
      replyOptions: {
        // By default a GET that is answered 503 is sent ten times more at once, to an API that may be overloaded.
        retryDelay: () => null,
        rewriteRequestHeaders: (request, given) => ({
          ...passedOn(given, OWN),
          ...hop.headersFor(request as FastifyRequest),
        }),
        rewriteHeaders: (given) => passedOn(given, OF_A_CONNECTION),
        onError: (given, { error }) => {
          const [request, reply] = [given.request as FastifyRequest, given as FastifyReply];
          if (isLate(request.raw)) return void reply.send(lateBody());
          if (request.raw.destroyed && !request.raw.complete) {
            // The visitor is gone, so this answer is not read.
            return void reply.send(brokenBody());
          }
          reply.log.error({ err: error }, 'the API cannot be reached');
          const isOpened = prefix === '/auth' || prefersHtml(request.headers.accept);
          const isNotSent = isNotReached(error);
          const page = isOpened ? pageWhenAway(request.method, request.url, !isNotSent) : undefined;
          if (page !== undefined)
            return void reply.headers({ vary: 'accept', 'cache-control': 'no-store' }).redirect(page, 303);
          void sendProblem(request, reply, awayFor(request, isNotSent));
        },
      },
    });
  }
}

/**
 * Headers about one connection do not apply to the next one (RFC 9110, 7.6.1); the calling client refuses most of them.
 */
const OF_A_CONNECTION = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade'];
/** Only this server may prove the hop, and it has already answered `Expect`. */
const OWN = [...OF_A_CONNECTION, HOP_TOKEN_HEADER, HOP_IP_HEADER, 'expect', 'traceparent', 'tracestate'];

function passedOn<Headers extends object>(headers: Headers, without: readonly string[]): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !without.includes(name))) as Headers;
}

/** The client that calls the API destroys a body that it cannot deliver, which must not be the visitor's connection. */
function copyOfBody(body: IncomingMessage): PassThrough {
  const copy = new PassThrough();
  // The body of a GET is not read; without a listener, a client that hangs up would end the process.
  copy.on('error', () => {});
  whenBroken(body, (late) => copy.destroy(late ?? brokenBody()));
  return body.pipe(copy);
}

const brokenBody = () => new RefusedRequest(400, 'malformed-body', 'The body did not arrive completely.');

const unreachable = { status: 503, code: 'api-unreachable' } as const;
const READ_AWAY = {
  ...unreachable,
  detail: 'The service does not answer at the moment. Please try again shortly.',
};
const WRITE_AWAY = {
  ...unreachable,
  detail: 'The service did not answer, so what you sent may have arrived. Please try again shortly.',
};

/** Only a form with a file is sent here by the browser itself. Its page is gone, so the text adds the Back button. */
function awayFor({ method, headers }: FastifyRequest, isNotSent: boolean): ShellProblem {
  if (isSafe(method)) return READ_AWAY;
  const away = isNotSent ? NOT_REACHED : WRITE_AWAY;
  const isFromPage = method === 'POST' && prefersHtml(headers.accept);
  const back = ' Your browser’s Back button takes you to what you typed.';
  return isFromPage ? { ...away, detail: away.detail + back } : away;
}

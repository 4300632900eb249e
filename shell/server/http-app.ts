/** The shell's Fastify application before it has any route: headers of every answer, errors, HTTP itself. */
import type { IncomingMessage } from 'node:http';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { tellAnswers } from 'shared/node/http/answered';
import { type ArrivalLimits, arrivalLimits } from 'shared/node/http/arrival';
import { guardHttp, httpServerOptions, originForm } from 'shared/node/http/http-server';
import { logFormat, REQUEST_ID_LABEL } from 'shared/node/telemetry/log-format';
import { traceRequests } from 'shared/node/telemetry/tracing';
import { answerWithRequestId, namingRequest, requestIds } from 'shared/node/http/request-id';
import { RefusedRequest } from 'shared/node/http/refused-request';
import { fixedHeaders } from 'shared/node/http/security-headers';
import { isWithin } from 'shared/node/http/trusted-networks';
import { isReserved, readablePath } from 'shared/releases/ownership';
import type { Env } from './env.ts';
import { NOTHING_HERE, sendProblem, type ShellProblem } from './problem.ts';
import { StoreError } from 'shared/node/files/store-error';
import { POLICY_BESIDE_PAGES } from './documents/security-headers.ts';
import type { SiteParts } from './site-parts.ts';

/** Longest time that a start may take, in milliseconds: far above what its releases may take (prepare-releases.ts). */
const START_DEADLINE_MS = 40_000;

type HttpEnv = Pick<Env, 'PUBLIC_URL' | 'LOG_LEVEL' | 'TRUST_PROXY'>;

/** @param arrival how long requests may take to arrive; shorter in tests */
export function createHttpApp(
  env: HttpEnv,
  arrival: ArrivalLimits = arrivalLimits,
  log?: SiteParts['log'],
): FastifyInstance {
  const headers = { ...fixedHeaders(env.PUBLIC_URL), 'content-security-policy': POLICY_BESIDE_PAGES };
  const isProxy = isWithin(env.TRUST_PROXY);
  const isFromProxy = ({ socket }: IncomingMessage) => isProxy(socket.remoteAddress);
  const app = Fastify({
    ...httpServerOptions(arrival, headers),
    rewriteUrl: (request) => urlAsRead(originForm(request)),
    logger: { ...logFormat('shell', env.LOG_LEVEL), ...(log && { stream: log }) },
    // One line of our own instead of Fastify's two.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: REQUEST_ID_LABEL }),
    genReqId: requestIds(isFromProxy),
    return503OnClosing: false,
    pluginTimeout: START_DEADLINE_MS,
    trustProxy: env.TRUST_PROXY ?? false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 500 },
    // These errors happen before any hook runs.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(headers)),
  });

  if (env.TRUST_PROXY) leavePortsOut(app);
  traceRequests(app, { isTrusted: isFromProxy, isTold: true });
  answerWithRequestId(app);
  guardHttp(app, arrival, headers);
  tellAnswers(app);
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(headers)) {
      // On a 304, a browser would replace the policy of the page that it has kept.
      const isKept = name === 'content-security-policy' && reply.statusCode === 304;
      if (!reply.hasHeader(name) && !isKept) reply.header(name, value);
    }
  });
  app.setNotFoundHandler((request, reply) => {
    if (['GET', 'HEAD'].includes(request.method))
      return sendProblem(request, reply, { status: 404, code: 'not-found', detail: NOTHING_HERE });
    reply.header('allow', 'GET, HEAD, POST');
    return sendProblem(request, reply, {
      status: 405,
      code: 'method-not-allowed',
      detail: 'Pages are read with GET and take forms with POST.',
    });
  });
  app.setErrorHandler(answerError);
  return app;
}

/** Anchored: looked for from each character on, a port would cost the square of what a visitor has sent. */
const WITH_PORT = /^\[([^\]]*)\](?::\d+)?$|^(\d+(?:\.\d+){3}):\d+$/;

/** Some proxies, such as Azure's, say `203.0.113.7:50123`: the visitor's IP address and port. */
function leavePortsOut(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const given = headers['x-forwarded-for'];
    if (typeof given === 'string' && given.includes(':'))
      headers['x-forwarded-for'] = given
        .split(',')
        .map((each) => each.trim().replace(WITH_PORT, '$1$2'))
        .join();
    done();
  });
}

/** Pages are looked up by the URL as the browser's router will read it; the API gets its URLs unchanged. */
function urlAsRead(url: string): string {
  const [path = '/', ...query] = url.split('?');
  return isReserved(path) ? url : [readablePath(path), ...query].join('?');
}

function answerError(
  error: FastifyError | StoreError | RefusedRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const status = error instanceof StoreError ? 503 : (error.statusCode ?? 500);
  if (reply.raw.destroyed && isOfBrokenStream(error)) return reply.send();
  if (status < 500) return sendProblem(request, reply.headers(headersOf(error)), refusalFor(status, error));
  request.log.error({ err: error }, 'request failed');
  return sendProblem(request, reply, {
    status,
    // `unavailable` says that nothing was done, which is unknown after an error of another kind.
    code: error instanceof StoreError ? 'unavailable' : 'internal-error',
    detail: `The site could not answer. Please try again in a moment. ${namingRequest(request.id)}`,
  });
}

/** Thrown where a stream ends before its time: if the visitor has left, nothing has failed, and nothing reads on. */
function isOfBrokenStream(error: Error & { code?: string }): boolean {
  return error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.name === 'AbortError';
}

/** What else the refusal of a range says: how long the file is. */
function headersOf(error: Error & { headers?: Record<string, string> }): Record<string, string> {
  return error.headers ?? {};
}

function refusalFor(status: number, error: Error): ShellProblem {
  if (error instanceof RefusedRequest) return { status, code: error.code, detail: error.message };
  return refusals[status] ?? { status, code: 'malformed-request', detail: error.message };
}

const refusals: Record<number, ShellProblem> = {
  // The framework's own words repeat the address.
  400: { status: 400, code: 'malformed-request', detail: 'The request could not be read.' },
  413: { status: 413, code: 'body-too-large', detail: 'What you sent is too large. Shorten it, then send it again.' },
  415: { status: 415, code: 'unsupported-media-type', detail: 'Forms are sent as application/x-www-form-urlencoded.' },
};

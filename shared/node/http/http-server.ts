/**
 * HTTP itself, the same on both servers: how long a request may take to arrive, which requests are refused as
 * malformed, and that even these get an answer in words.
 */
import { type IncomingMessage, STATUS_CODES, type ServerOptions, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Problem } from '../../contracts/problem.ts';
import { type ArrivalLimits, lateBody, limitArrival } from './arrival.ts';
import { RefusedRequest } from './refused-request.ts';
import { readRestOfBody } from './rest-of-body.ts';

/** How often Node looks for late requests, in milliseconds; more often if the limits are shorter. */
const CHECKED_EVERY_MS = 5_000;
/** How long a connection is kept after an answer that the client may not have read yet, in milliseconds. */
const LINGER_MS = 1_000;

interface HttpServerOptions {
  http: ServerOptions;
  requestTimeout: number;
  connectionTimeout: number;
  rewriteUrl: (request: { url?: string | undefined }) => string;
  clientErrorHandler: (error: Error & { code?: string }, socket: Socket) => void;
}

/** Fastify's options. @param headers those that every answer has */
export function httpServerOptions(limits: ArrivalLimits, headers: Record<string, string>): HttpServerOptions {
  return {
    http: {
      headersTimeout: limits.headers,
      connectionsCheckingInterval: Math.min(CHECKED_EVERY_MS, limits.headers),
      // Checked below, where the answer can have a message.
      requireHostHeader: false,
    },
    // The maximum for any request; how long a body may take depends on its route, which Node does not know.
    requestTimeout: limits.headers + limits.file,
    // Node counts what moves in either direction, so it waits for a slow reader.
    connectionTimeout: limits.untaken,
    rewriteUrl: originForm,
    clientErrorHandler: ({ code }, socket) => {
      // Browsers open connections in advance; one without a request gets no answer.
      if (socket.bytesRead === 0) socket.destroy();
      else answerUnread(socket, unreadable(code), headers);
    },
  };
}

/** Call it before any other hook is added. */
export function guardHttp(app: FastifyInstance, limits: ArrivalLimits, headers: Record<string, string>): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    answers.set(raw.socket, reply.raw);
    const refusal = refusalOf(raw);
    // The other hooks, which would set these headers, have not run yet.
    if (refusal) void reply.headers({ ...headers, connection: 'close' });
    done(refusal);
  });
  limitArrival(app, limits);
  readRestOfBody(app);
  // Node would answer these itself: without a body, or not at all.
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    app.server.emit('request', request, response),
  );
  app.server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => {});
    answerUnread(socket, new RefusedRequest(405, 'method-not-allowed', 'This server is not a proxy.'), headers);
  });
}

/** `GET http://host/path` asks for the same as `GET /path` (RFC 9112, 3.2.2); any host means this one. */
export function originForm({ url = '/' }: { url?: string | undefined }): string {
  const path = /^https?:\/\/[^/?#]*(.*)$/is.exec(url)?.[1] ?? url;
  return path.startsWith('/') ? path : `/${path}`;
}

/** Why a request is refused for its headers (RFC 9112, 3.2 and RFC 9110, 10.1.1). */
function refusalOf({ rawHeaders, headers, httpVersion }: IncomingMessage): RefusedRequest | undefined {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) {
    return new RefusedRequest(400, 'malformed-request', 'A request must name its host exactly once.');
  }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    return new RefusedRequest(417, 'malformed-request', 'The only expectation that can be met is 100-continue.');
  }
  return undefined;
}

/** The answer to a connection whose request could not be read. @param code Node's error code */
function unreadable(code: string | undefined): RefusedRequest {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return lateBody();
  if (code === 'HPE_HEADER_OVERFLOW')
    return new RefusedRequest(431, 'malformed-request', 'The headers are too large: the limit is 16 kB.');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return new RefusedRequest(413, 'body-too-large', 'The extensions of a chunk are too large.');
  return new RefusedRequest(400, 'malformed-request', 'This server cannot read this as HTTP.');
}

/** The latest answer on each connection, given or still awaited. */
const answers = new WeakMap<Socket, ServerResponse>();
const ended = new WeakSet<Socket>();

/** Answers without the framework, which knows nothing of this request, and closes the connection. */
function answerUnread(
  socket: Socket,
  { statusCode: status, code, message: detail }: RefusedRequest,
  headers: Record<string, string>,
): void {
  if (ended.has(socket)) return;
  ended.add(socket);
  const begun = answers.get(socket);
  // Nothing may be put into the middle of another answer.
  if (!socket.writable || (begun?.headersSent && !begun.writableFinished)) return void socket.destroy();
  const title = STATUS_CODES[status] ?? 'Error';
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, code } satisfies Problem);
  const all = {
    ...headers,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${title}\r\n${lines.join('')}\r\n${body}`);
  // If the socket were closed at once with something unread, the answer would be lost.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}

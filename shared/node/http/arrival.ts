/**
 * How long requests may take to arrive, and answers to be taken, on both servers: a client that is too slow ties up a
 * connection for nothing.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { takesFile } from '../../contracts/uploads.ts';
import { RefusedRequest } from './refused-request.ts';

/** Times are in milliseconds. */
export interface ArrivalLimits {
  /** The request line and the headers, from the connection's first moment or the last answer's end. */
  headers: number;
  /** A body without a file, from when its headers have arrived. */
  body: number;
  /** A body with a file. */
  file: number;
  /** The slowest that any body may be, in bytes a second … */
  leastRate: number;
  /** … on average over each span of this length. */
  rateSpan: number;
  /** How long a client may take nothing of an answer that waits for it. */
  untaken: number;
}

export const arrivalLimits: ArrivalLimits = {
  headers: 20_000,
  body: 30_000,
  // 5 MB at 140 kbit/s.
  file: 300_000,
  // A phone may lose its network for some seconds; a trickle of bytes is not enough.
  leastRate: 500,
  rateSpan: 20_000,
  // Silence ends a connection too while an answer is being made, and none may take that long.
  untaken: 120_000,
};

/** Whether a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

const late = new WeakSet<IncomingMessage>();

/** Whether the server has stopped waiting for the rest of a body. */
export function isLate(request: IncomingMessage): boolean {
  return late.has(request);
}

/** The error that ends the reading of a late body, and its answer. */
export function lateBody(): RefusedRequest {
  return new RefusedRequest(
    408,
    'request-timeout',
    'The request did not arrive in time. Check your connection, then send it again.',
  );
}

/**
 * Tells a reader once that the rest of a body will not come: with {@link lateBody}, or with nothing if the client has
 * gone away. If that has happened already, the reader is told at once: such a stream emits nothing more, so its reader
 * would wait forever.
 * @returns a function that stops listening
 */
export function whenBroken(body: IncomingMessage, tell: (late?: RefusedRequest) => void): () => void {
  const end = () => {
    body.off('close', closed).off('error', failed);
  };
  const broken = (late?: RefusedRequest) => {
    end();
    tell(late);
  };
  // Bytes that arrived but were not read are lost too, even if the body is complete.
  const closed = () => {
    if (!body.readableEnded) broken();
  };
  const failed = (error: Error) => broken(error instanceof RefusedRequest ? error : undefined);
  body.once('close', closed).once('error', failed);
  if (isLate(body)) broken(lateBody());
  else if (body.destroyed) closed();
  return end;
}

/**
 * The reader of a late body gets an `error` event of the request ({@link lateBody}); the answer closes the connection.
 * A reader that may begin only afterwards uses {@link whenBroken}.
 */
export function limitArrival(app: FastifyInstance, limits: ArrivalLimits): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (hasBody(raw)) watch(raw, limits);
    done();
  });
}

function watch(request: IncomingMessage, limits: ArrivalLimits): void {
  const { socket } = request;
  const allowed = takesFile(request.method, request.url) ? limits.file : limits.body;
  let before = socket.bytesRead;

  const end = () => {
    stop();
    if (request.complete || request.destroyed) return;
    late.add(request);
    request.emit('error', lateBody());
  };
  const look = () => {
    const arrived = socket.bytesRead - before;
    before = socket.bytesRead;
    // The client is not to blame for bytes that wait here to be read.
    if (arrived < (limits.leastRate * limits.rateSpan) / 1000 && request.readableLength === 0) end();
  };
  const deadline = setTimeout(end, allowed).unref();
  const rate = setInterval(look, limits.rateSpan).unref();
  const stop = () => {
    clearTimeout(deadline);
    clearInterval(rate);
  };
  // Readers listen too; an error without a listener would end the process.
  request
    .once('end', stop)
    .once('close', stop)
    .on('error', () => {});
}

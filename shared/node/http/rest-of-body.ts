/** Handles the part of a request's body that the server has no use for. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { callbackify } from 'node:util';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { hasBody, isLate } from './arrival.ts';

/** How much is read and discarded before an answer, in bytes. */
const THROWN_AWAY_MAX_BYTES = 25 * 1024 * 1024;
/** How long a sender who has more to send may read the answer before the connection is closed. */
const LINGER_MS = 5_000;

/**
 * Reads a body to its end before the answer leaves. If a server refuses early and closes the connection, its answer is
 * lost: browsers and proxies listen only once they have sent everything, and report a broken connection instead. A body
 * that goes beyond the limit is answered while its sender waits for us to read on. A late one (`arrival.ts`) is not
 * awaited.
 */
export function readRestOfBody(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    // A request without a body may be answered before its end is known: there is nothing to wait for.
    if (raw.complete || raw.destroyed || !hasBody(raw)) return done(null, payload);
    restRead(raw, reply, payload, done);
  });
}

const restRead = callbackify(async (raw: IncomingMessage, reply: FastifyReply, payload: unknown): Promise<unknown> => {
  if (await drained(raw)) {
    void reply.removeHeader('connection');
    return payload;
  }
  void reply.header('connection', 'close');
  if (isLate(raw) || raw.destroyed || !isContent(payload)) return payload;
  if (typeof payload === 'string') void reply.header('content-length', Buffer.byteLength(payload));
  // If it were compressed, the client could not tell that it has the whole answer.
  raw.headers['x-no-compression'] = 'true';
  return Readable.from(lingering(raw, payload), { objectMode: false });
});

function isContent(payload: unknown): payload is string | Readable {
  return typeof payload === 'string' || payload instanceof Readable;
}

/**
 * Gives the whole answer, but delays its end until the client closes, or for `LINGER_MS`: the connection closes with
 * it.
 */
async function* lingering(body: IncomingMessage, answer: string | Readable): AsyncGenerator<string | Buffer> {
  if (typeof answer === 'string') yield answer;
  else yield* answer as AsyncIterable<Buffer>;
  const done = new AbortController();
  try {
    await Promise.race([once(body, 'close', done), delay(LINGER_MS, undefined, done)]);
  } finally {
    done.abort();
  }
}

/** @returns whether the body ended */
function drained(body: IncomingMessage): Promise<boolean> {
  if (isLate(body)) return Promise.resolve(false);
  return new Promise((resolve) => {
    let thrown = 0;
    const count = (chunk: Buffer) => {
      thrown += chunk.length;
      if (thrown > THROWN_AWAY_MAX_BYTES) stop(false);
    };
    const stop = (isEnd: boolean) => {
      body.off('data', count);
      if (!isEnd) body.pause();
      resolve(isEnd);
    };
    // Otherwise its previous reader would stop it when that reader goes away.
    body.unpipe();
    body
      .on('data', count)
      .once('end', () => stop(true))
      .once('close', () => stop(body.complete))
      .once('error', () => stop(false));
    body.resume();
  });
}

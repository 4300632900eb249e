/** What a server does with the part of a request's body that it has no use for. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** What is read and thrown away before an answer, in bytes. Whoever sends more loses the connection. */
const THROWN_AWAY_MAX = 25 * 1024 * 1024;

/** Whether a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Reads a body to its end before the answer leaves. A server that refuses early and closes the connection takes its
 * answer with it: browsers and proxies listen only when they have sent all, and report a broken connection instead.
 * The server's own limits of time end what does not arrive.
 */
export function readRestOfBody(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (raw.complete || raw.destroyed) return;
    if (await drained(raw)) void reply.removeHeader('connection');
    else void reply.header('connection', 'close');
  });
}

/** @returns whether the body ended */
function drained(body: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    let thrown = 0;
    const count = (chunk: Buffer) => {
      thrown += chunk.length;
      if (thrown <= THROWN_AWAY_MAX) return;
      body.off('data', count).pause();
      resolve(false);
    };
    body.on('data', count).once('end', () => resolve(true)).once('close', () => resolve(body.complete));
    body.resume();
  });
}

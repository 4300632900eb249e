/** Node's own HTTP server with one short answer to everything: no program that uses it can be faster. */
import { createServer } from 'node:http';
import type { ReadyMessage } from '../../../shared/node/http/serve.ts';

const body = Buffer.from(JSON.stringify({ status: 'ok' }));
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length };
const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
server.listen(0, '127.0.0.1', () => {
  const bound = server.address();
  const ready: ReadyMessage = { type: 'ready', port: typeof bound === 'object' && bound ? bound.port : 0 };
  process.send?.(ready);
});
process.once('SIGTERM', () => process.exit(0));

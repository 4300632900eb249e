import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { exchange, OpenConnections } from './exchange.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const REQUEST = Buffer.from('GET / HTTP/1.1\r\nhost: x\r\n\r\n');

const connections = new OpenConnections();
let server: Server;
afterEach(() => {
  connections.close();
  server.close();
});

/** @param answer to a connection's request, both counted from 1 @returns port, and how many connections came */
async function serve(answer: (socket: Socket, request: number, connection: number) => void) {
  let count = 0;
  server = createServer((socket) => {
    const connection = (count += 1);
    let requests = 0;
    socket.on('error', () => {}).on('data', () => answer(socket, (requests += 1), connection));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as { port: number }).port, connected: () => count };
}

const statuses = async (port: number, count: number) => {
  const all: number[] = [];
  for (let n = 0; n < count; n += 1) all.push((await exchange(port, REQUEST, { connections })).status);
  return all;
};

test('a connection that the server leaves open is used again', async () => {
  const { port, connected } = await serve((socket) => socket.write(OK));
  expect(await statuses(port, 3)).toEqual([200, 200, 200]);
  expect(connected()).toBe(1);
});

test('an answer without a body is complete with its head', async () => {
  const { port, connected } = await serve((socket) => socket.write('HTTP/1.1 304 Not Modified\r\n\r\n'));
  expect(await statuses(port, 2)).toEqual([304, 304]);
  expect(connected()).toBe(1);
});

test('one that the server is about to close is not', async () => {
  const { port, connected } = await serve((socket) => socket.write(OK.replace('\r\n', '\r\nconnection: close\r\n')));
  expect(await statuses(port, 2)).toEqual([200, 200]);
  expect(connected()).toBe(2);
});

test('a request that meets a connection being closed is sent once more, on a new one', async () => {
  const { port, connected } = await serve((socket, request, connection) =>
    connection === 1 && request === 2 ? socket.destroy() : socket.write(OK),
  );
  expect(await statuses(port, 2)).toEqual([200, 200]);
  expect(connected()).toBe(2);
});

test('no answer on a new connection is no answer', async () => {
  const { port } = await serve((socket) => socket.destroy());
  expect(await statuses(port, 1)).toEqual([0]);
});

test('what arrives between two requests is not taken for an answer', async () => {
  const { port, connected } = await serve((socket, _request, connection) => {
    socket.write(OK);
    if (connection === 1) setTimeout(() => socket.write('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n'), 20);
  });
  expect(await statuses(port, 1)).toEqual([200]);
  await delay(200);
  expect(await statuses(port, 1)).toEqual([200]);
  expect(connected()).toBe(2);
});

/** Clients whose file never arrives: they go away just before it would be read, or send it slowly. */
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOP_IP_HEADER, HOP_TOKEN_HEADER, hopToken } from 'shared/node/hop';
import { InstallationSecret } from 'shared/node/installation-secret';
import { ProblemError } from '../problem.ts';
import { useClientIp } from './client-ip.ts';
import { takeFile, withFile } from './file-body.ts';
import { takeUploads, withUpload } from './upload.ts';

/** More than are accepted at once, all told … */
const CLIENTS = 60;
/** … and from one IP address. */
const AT_ONCE_OF_ONE = 10;
const SECRET = new InstallationSecret('Of broken bodies alone');
const PATIENCE_MS = 10_000;

let folder: string;
let app: FastifyInstance;
let sockets: Socket[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'broken-bodies-'));
  sockets = [];
  app = fastify();
  useClientIp(app, SECRET);
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
  await rm(folder, { recursive: true });
});

const tooLarge = () => new ProblemError({ status: 413, code: 'body-too-large', detail: 'Too large.' });
const form = '--b\r\ncontent-disposition: form-data; name="cv"; filename="cv.pdf"\r\n\r\n%PDF\r\n--b--\r\n';

const readers = {
  'a form': {
    take: takeUploads,
    read: (request: FastifyRequest) =>
      withUpload(request, { folder, texts: [], file: 'cv', fileMax: 1_000, tooLarge }, async () => 'arrived'),
  },
  'a file': {
    take: async (to: FastifyInstance) => takeFile(to),
    read: (request: FastifyRequest) => withFile(request, { folder, max: 1_000, tooLarge }, async () => 'arrived'),
  },
};

/**
 * Sends the form, of which it announces that many bytes. @param from the visitor's IP address, as the shell names it
 */
function send(length: number, from: string): Socket {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const head = [
    'POST / HTTP/1.1',
    'host: x',
    'content-type: multipart/form-data; boundary=b',
    `content-length: ${length}`,
    `${HOP_IP_HEADER}: ${from}`,
    `${HOP_TOKEN_HEADER}: ${hopToken(SECRET)}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${form}`);
  sockets.push(socket);
  return socket;
}

// A stream that is already destroyed does not report it.
test.each([
  ['a form', 'half of it', form.length * 2],
  ['a form', 'all of it', form.length],
  ['a file', 'half of it', form.length * 2],
  ['a file', 'all of it', form.length],
] as const)('%s of which %s had arrived when its client went away is given up', async (what, _how, length) => {
  const { take, read } = readers[what];
  const outcomes: Promise<string>[] = [];
  let isGone = true;
  await app.register(async (routes) => {
    await take(routes);
    routes.post('/', async (request) => {
      if (isGone) {
        request.raw.socket.destroy();
        await expect.poll(() => request.raw.destroyed).toBe(true);
      }
      const outcome = read(request);
      outcomes.push(outcome.catch((error: ProblemError) => `${error.status} ${error.code}`));
      return await outcome;
    });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const from = (n: number) => `192.0.2.${Math.floor(n / AT_ONCE_OF_ONE)}`;
  await Promise.all(Array.from({ length: CLIENTS }, (_, n) => once(send(length, from(n)), 'close')));
  await expect.poll(() => outcomes.length).toBe(CLIENTS);
  const waiting = delay(PATIENCE_MS, 'still waited for', { ref: false });
  const results = await Promise.all(outcomes.map((outcome) => Promise.race([outcome, waiting])));
  expect(new Set(results)).toEqual(
    new Set(['400 malformed-body', ...results.filter((each) => each.startsWith('503'))]),
  );
  expect(await readdir(folder)).toEqual([]);
  isGone = false;
  const [answer] = (await once(send(form.length, from(0)), 'data')) as [Buffer];
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
});

test.each(['a form', 'a file'] as const)('%s sent slowly does not keep others from sending theirs', async (what) => {
  const { take, read } = readers[what];
  await app.register(async (routes) => {
    await take(routes);
    routes.post('/', read);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const statusOf = async (socket: Socket) => String(((await once(socket, 'data')) as [Buffer])[0]).slice(9, 12);
  const slow = Array.from({ length: CLIENTS }, (_, n) => send(form.length * 2, `2001:db8::${n}`));
  const refused = new Set<Socket>();
  for (const socket of slow)
    void statusOf(socket).then(
      (status) => status === '429' && refused.add(socket),
      () => {},
    );
  await expect.poll(() => refused.size).toBe(CLIENTS - AT_ONCE_OF_ONE);
  expect(await statusOf(send(form.length, '2001:db8:0:1::1'))).toBe('200');
  expect(await statusOf(send(form.length, '2001:db8::1'))).toBe('429');
  for (const socket of slow) socket.destroy();
  await expect.poll(() => statusOf(send(form.length, '2001:db8::1'))).toBe('200');
});

/** Clients that go away just before their file would be read. A stream that is already destroyed does not report it. */
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ProblemError } from '../problem.ts';
import { takeFile, withFile } from './file-body.ts';
import { takeUploads, withUpload } from './upload.ts';

/** More than are accepted at once. */
const CLIENTS = 60;
const PATIENCE_MS = 10_000;

let folder: string;
let app: FastifyInstance;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'broken-bodies-'));
  app = fastify();
});
afterEach(async () => {
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

test.each([
  ['a form', 'half of it', form.length * 2],
  ['a form', 'all of it', form.length],
  ['a file', 'half of it', form.length * 2],
  ['a file', 'all of it', form.length],
] as const)('%s of which %s was there when its client went away is given up', async (what, _how, length) => {
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
  const { port } = app.server.address() as AddressInfo;
  const send = (said: number) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    const head = `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${said}`;
    socket.write(`${head}\r\n\r\n${form}`);
    return socket;
  };
  await Promise.all(Array.from({ length: CLIENTS }, () => once(send(length), 'close')));
  await expect.poll(() => outcomes.length).toBe(CLIENTS);
  const waiting = delay(PATIENCE_MS, 'still waited for', { ref: false });
  const results = await Promise.all(outcomes.map((outcome) => Promise.race([outcome, waiting])));
  expect(new Set(results)).toEqual(
    new Set(['400 malformed-body', ...results.filter((each) => each.startsWith('503'))]),
  );
  expect(await readdir(folder)).toEqual([]);
  isGone = false;
  const [answer] = (await once(send(form.length), 'data')) as [Buffer];
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
});

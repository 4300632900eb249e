/** How long calls may take; everything else is in tooling/release/s3-store.test.ts. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { S3Folder } from './s3-folder.ts';

const PIECES = ['a slow', ' line', ' is not', ' silent'];
const SILENCE_MS = 1_500;

afterEach(() => vi.unstubAllEnvs());

test('an object may take its time, as long as some of it arrives', async () => {
  const server = createServer(async ({ method, url }, response) => {
    if (method !== 'GET') return;
    response.writeHead(200, { etag: '"1"', 'content-length': PIECES.join('').length });
    for (const piece of PIECES) {
      response.write(piece);
      if (url!.includes('hangs')) return;
      await delay(SILENCE_MS / 3);
    }
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  try {
    const folder = new S3Folder('s3://bucket/site');
    const read = (file: string, deadline: number | { silenceMs: number }) =>
      folder.readChanged(file, undefined, deadline);
    expect(await read('slow', { silenceMs: SILENCE_MS })).toMatchObject({ bytes: Buffer.from(PIECES.join('')) });
    await expect(read('hangs', { silenceMs: SILENCE_MS })).rejects.toThrow(
      `s3://bucket/site/hangs cannot be read: TimeoutError: Nothing arrived for ${SILENCE_MS} ms`,
    );
    await expect(read('slow', SILENCE_MS), 'all of it within the deadline').rejects.toThrow(
      's3://bucket/site/slow cannot be read: TimeoutError: The operation was aborted due to timeout',
    );
    await expect(folder.put('new', Buffer.from('x'), { type: 'text/plain', deadlineMs: 100 })).rejects.toThrow(
      's3://bucket/site/new cannot be written: TimeoutError: ',
    );
    await expect(folder.remove('old', 100)).rejects.toThrow('s3://bucket/site/old cannot be removed: TimeoutError: ');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('a server that takes calls and never answers does not keep callers waiting for good', async () => {
  const server = createServer(() => {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  try {
    const folder = new S3Folder('s3://bucket/site', 'RELEASES_URL', 100);
    const calls = [folder.list(), folder.size('a'), folder.write('a', 'x', {}), folder.remove('a')];
    const failures = calls.map((call) => call.then(String, String));
    expect(await Promise.all(failures)).toEqual(
      calls.map(() => expect.stringMatching(/^Error: .* cannot be \w+: TimeoutError: .*inactivity/)),
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

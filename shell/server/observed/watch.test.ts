import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import type { RemoteSource } from '../remote-source.ts';
import { Observed } from './observed.ts';
import { observedFile, writeObserved } from './observed-file.ts';
import { watchReleases } from './watch.ts';

const release = { name: 'mf-sample', version: '2' };
const DAY_MS = 24 * 60 * 60 * 1000;

test('a shell that starts goes on from its own counts, and forgets shells that stopped a month ago', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'watch-'));
  const app = fastify();
  try {
    const own = observedFile(dataDir, 3000);
    const folder = path.dirname(own);
    const counted = new Observed();
    counted.viewed(release, '203.0.113.1', 3);
    await writeObserved(own, counted.counts);
    for (const [name, days] of [
      ['gone-3000.json', 31],
      ['yesterday-3000.json', 1],
    ] as const) {
      await writeFile(path.join(folder, name), '{"releases":{}}');
      const then = new Date(Date.now() - days * DAY_MS);
      await utimes(path.join(folder, name), then, then);
    }
    const observed = await watchReleases(
      app,
      {
        DATA_DIR: dataDir,
        PORT: 3000,
        PUBLIC_URL: 'http://localhost:3000',
        RELEASES_URL: 'http://localhost/remotes',
        OBSERVE_SAMPLE: 0,
        TAKE_BACK: 'off',
      },
      { remotes: { registry: () => Promise.reject(new Error('away')) } as unknown as RemoteSource, isReleased: true },
    );
    expect(observed.counts).toEqual(counted.counts);
    expect((await readdir(folder)).toSorted()).toEqual([path.basename(own), 'yesterday-3000.json'].toSorted());
  } finally {
    await app.close();
    await rm(dataDir, { recursive: true });
  }
});

/** How often a store in a folder is looked at, and that nobody gets what was true before they asked. */
import * as files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openStore, type ReleaseStore } from './reading-store.ts';

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof files>();
  return { ...real, stat: vi.fn(real.stat) };
});

let folder: string;
let store: ReleaseStore;
beforeEach(async () => {
  folder = await files.mkdtemp(path.join(tmpdir(), 'reading-'));
  store = openStore(pathToFileURL(folder).href, folder);
});
afterEach(() => files.rm(folder, { recursive: true }));

async function write(schema: string): Promise<void> {
  await files.writeFile(path.join(folder, 'next'), JSON.stringify({ schema, microFrontends: {} }));
  await files.rename(path.join(folder, 'next'), path.join(folder, 'registry.json'));
}

test('callers at the same time share one look', async () => {
  await write('first');
  await store.registry();
  const looks = vi.mocked(files.stat);
  looks.mockClear();
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => store.registry()));
  expect(new Set(answers.map(({ schema }) => schema))).toEqual(new Set(['first']));
  // The first one's, and the one that all others waited for.
  expect(looks).toHaveBeenCalledTimes(2);
  await store.registry();
  expect(looks).toHaveBeenCalledTimes(3);
});

test('nobody gets what was read before they asked', async () => {
  await write('0');
  const over = new AbortController();
  const others = Array.from({ length: 8 }, async () => {
    while (!over.signal.aborted) await store.registry();
  });
  for (let release = 1; release <= 200; release += 1) {
    await write(String(release));
    expect((await store.registry()).schema).toBe(String(release));
  }
  over.abort();
  await Promise.all(others);
});

test('a failure is told to all who asked, and not kept', async () => {
  const failed = await Promise.allSettled([1, 2, 3].map(() => store.registry()));
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await write('mended');
  expect((await store.registry()).schema).toBe('mended');
});

import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { forgetUnused } from './compiled-code.ts';

test('what was neither compiled nor read for long is removed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'compiled-'));
  const [now, old] = [new Date(), new Date(Date.now() - 15 * 24 * 60 * 60 * 1000)];
  const files = { unused: [old, old], read: [now, old], compiled: [now, now] } as const;
  await mkdir(path.join(folder, 'v24'));
  for (const [name, times] of Object.entries(files)) {
    await writeFile(path.join(folder, 'v24', name), name);
    await utimes(path.join(folder, 'v24', name), ...times);
  }
  await forgetUnused(folder);
  expect(await readdir(path.join(folder, 'v24'))).toEqual(['compiled', 'read']);
  await rm(folder, { recursive: true });
  await forgetUnused(folder);
});

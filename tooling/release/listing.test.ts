import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readRegistry } from '../../shared/release-store/registry-file.ts';
import { writerOf } from '../../shared/release-store/store-writer.ts';
import { createRelease } from './create-release.ts';
import { damages, type ListedRelease, listReleases, releaseTable } from './listing.ts';
import { publish } from './publish.ts';
import { writeBuild } from './test-support/sample-build.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'listing-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

/** Counts how many calls are under way at a time. */
function counted<Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) {
  const count = { now: 0, most: 0 };
  const counting = async (...args: Args): Promise<Result> => {
    count.most = Math.max(count.most, (count.now += 1));
    return await call(...args).finally(() => (count.now -= 1));
  };
  return { count, counting };
}

test('however many releases there are, a store is asked for the files of a few at a time', async () => {
  const store = path.join(folder, 'store');
  const writer = writerOf(store);
  let files = 0;
  for (let page = 1; page <= 12; page += 1) {
    await writeBuild(path.join(folder, 'dist'), { page: `export const a = ${page};` });
    const { release } = await createRelease('mf-sample', path.join(folder, 'dist'), store);
    await publish(release, store, { author: { by: 'ada' } });
    files = Object.keys(release.files).length;
  }
  const registry = await readRegistry(store);
  const reads = counted(writer.read.bind(writer));
  const sizes = counted(writer.size.bind(writer));
  vi.spyOn(writer, 'read').mockImplementation(reads.counting);
  vi.spyOn(writer, 'size').mockImplementation(sizes.counting);

  expect(await damages(registry, store)).toEqual([]);
  expect(reads.count.most, 'each file has two compressed forms').toBeLessThanOrEqual(2 * files);
  const listed = await listReleases(registry, store);
  expect(listed.map(({ version }) => version)).toEqual(
    registry.microFrontends['mf-sample']!.map(({ metadata }) => metadata.version),
  );
  expect(sizes.count.most).toBeGreaterThan(0);
  expect(sizes.count.most, 'of four releases').toBeLessThanOrEqual(4 * files);
  expect(await listReleases(registry, store, 'mf-sample')).toEqual(listed);
  expect(await listReleases(registry, store, 'mf-other')).toEqual([]);
});

test('people read releases in columns, with what is known of each', () => {
  const kept: ListedRelease = {
    remote: 'mf-blog',
    version: '0123456789abcd',
    state: 'kept',
    traffic: 0,
    releasedAt: '2026-01-02T03:04:05.678Z',
    by: undefined,
    commit: undefined,
    bytes: undefined,
    observed: undefined,
  };
  const observed = { views: 1_000, errors: 2, lcp: 1_234.5, inp: undefined, cls: 0.01234 };
  const current: ListedRelease = {
    ...kept,
    state: 'current',
    traffic: 97.5,
    by: 'ada',
    commit: 'abc+',
    bytes: 20_000,
    observed,
  };
  expect(releaseTable([current, kept]).split('\n')).toEqual([
    'remote   version         state    traffic  released          by   commit  size           views  errors  LCP      INP  CLS',
    'mf-blog  0123456789abcd  current  97.5 %   2026-01-02 03:04  ada  abc+    20 kB          1000   2       1235 ms       0.012',
    'mf-blog  0123456789abcd  kept     0 %      2026-01-02 03:04               files missing',
  ]);
  expect(releaseTable([])).toBe('Nothing is released.');
});

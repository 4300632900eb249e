/** Judging and taking back, on a registry in a real folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Integrity, RegistryEntry } from 'shared/contracts/registry';
import { withLock } from 'shared/node/files/file-lock';
import { readRegistry, updateRegistry } from 'shared/release-store/registry-file';
import { currentReleases, knownRelease, withRelease, withSplit } from 'shared/releases/current';
import { servedReleases, withTraffic } from 'shared/releases/traffic';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Observed } from './observed.ts';
import { TakeBack } from './take-back.ts';

const NAME = 'mf-sample';
const file = { url: '/remotes/x', integrity: `sha384-${'x'.repeat(64)}` as Integrity };

let store: string;
let observed: Observed;
let lines: Record<string, unknown>[];
beforeEach(async () => {
  store = await mkdtemp(path.join(tmpdir(), 'store-'));
  observed = new Observed();
  lines = [];
});
afterEach(() => rm(store, { recursive: true }));

let released = 0;
async function release(version: string, { name = NAME, routes = ['/sample'], traffic = 100 } = {}): Promise<void> {
  const at = new Date(Date.UTC(2026, 0, 1) + (released += 1) * 1_000).toISOString();
  const entry: RegistryEntry = {
    url: `/remotes/${name}/${version}/remoteEntry.js`,
    metadata: { version, integrity: file.integrity },
    deployment: { traffic: 100, default: true },
    extras: { routes, release: file, server: file, contract: 1, releasedAt: at },
  };
  const change = { at, by: 'ada' };
  await updateRegistry(store, (registry) =>
    traffic === 100
      ? withRelease(registry, name, entry, change)
      : withSplit(registry, name, { entry, traffic }, change),
  );
}

const shell = (others: Partial<ConstructorParameters<typeof TakeBack>[0]> = {}) =>
  new TakeBack({
    observed,
    remotes: { registry: () => readRegistry(store) },
    store,
    isOn: true,
    log: { error: (facts, msg) => lines.push({ ...facts, msg }) },
    ...others,
  });

/** Visits by some visitors, some of whom meet a failure. */
function visit(version: string, visitors: number, failing: number): void {
  for (let host = 0; host < visitors; host += 1) {
    const ip = `198.51.${version}.${host}`;
    observed.viewed({ name: NAME, version }, ip);
    if (host < failing) observed.failed({ name: NAME, version }, 'error', ip);
  }
}

/** The operator gives a release to visitors again, which does not release it again. */
const AGAIN = { at: '2026-02-01T00:00:00.000Z', by: 'ada' };

const current = async () => currentReleases(await readRegistry(store)).get(NAME)!.metadata.version;

/** Version 1 was fine; version 2 is current and fails. */
async function failingRelease(takeBack: TakeBack): Promise<void> {
  await release('1');
  await takeBack.look();
  visit('1', 200, 1);
  await release('2');
  await takeBack.look();
  visit('2', 60, 12);
}

test('a release that fails is taken back, and registry and log say by whom and why', async () => {
  const takeBack = shell();
  await failingRelease(takeBack);
  await takeBack.look();
  expect(await current()).toBe('1');
  const reason = 'error rate 12 of 60 views against 1 of 200';
  expect(knownRelease(await readRegistry(store), NAME, '2')!.extras.takenBack).toMatchObject({
    by: `shell: ${reason}`,
  });
  expect(lines).toEqual([
    { remote: NAME, release: '2', reason, instead: '1', msg: 'a release fails and was taken back' },
  ]);
  await takeBack.look();
  expect(lines, 'once').toHaveLength(1);
});

test('one that has a share of the visitors is judged by the current one, and loses its share', async () => {
  const takeBack = shell();
  await release('1');
  await takeBack.look();
  visit('1', 200, 1);
  await release('2', { traffic: 20 });
  await takeBack.look();
  visit('2', 60, 12);
  await takeBack.look();
  const registry = await readRegistry(store);
  expect(await current()).toBe('1');
  expect(servedReleases(registry).get(NAME)).toHaveLength(1);
  expect(knownRelease(registry, NAME, '2')!.extras.takenBack?.by).toMatch(/^shell: error rate 12 of 60/);
  expect(lines).toMatchObject([{ release: '2', instead: '1', msg: 'a release fails and was taken back' }]);
  await takeBack.look();
  expect(lines, 'once').toHaveLength(1);

  await updateRegistry(store, (now) => withTraffic(now, NAME, { version: '2', traffic: 20 }, AGAIN));
  await takeBack.look();
  const served = servedReleases(await readRegistry(store)).get(NAME);
  expect(served, 'a release that gets a share again is judged by new views').toHaveLength(2);
});

test('a person who makes it current again is taken at their word: it is judged by new views', async () => {
  const takeBack = shell();
  await failingRelease(takeBack);
  await takeBack.look();
  await updateRegistry(store, (now) => withRelease(now, NAME, knownRelease(now, NAME, '2')!, AGAIN));
  await takeBack.look();
  expect(await current()).toBe('2');
  visit('2', 60, 12);
  await takeBack.look();
  expect(await current()).toBe('1');
});

test('while it is unknown what is released nothing happens', async () => {
  await failingRelease(shell());
  await shell({ remotes: { registry: () => Promise.reject(new Error('The store is away.')) } }).look();
  expect([await current(), lines]).toEqual(['2', []]);
});

test('one that does as well as the one before stays', async () => {
  const takeBack = shell();
  await release('1');
  visit('1', 200, 20);
  await release('2');
  await takeBack.look();
  visit('2', 60, 9);
  await takeBack.look();
  expect([await current(), lines]).toEqual(['2', []]);
});

test.each([
  ['the setting is off', { isOn: false }, /TAKE_BACK is off/],
  ['the store is somewhere else', { store: undefined }, /can only be read/],
  ['the store cannot be written', { store: '/dev/null/store' }, /cannot be written/],
])('while %s it stays, which is logged once a minute', async (_why, parts, words) => {
  const takeBack = shell(parts);
  await failingRelease(takeBack);
  for (let look = 0; look < 3; look += 1) await takeBack.look();
  expect(await current()).toBe('2');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ remote: NAME, release: '2', msg: expect.stringMatching(words) as string });
});

test.each([
  ['to everybody', 100],
  ['to some visitors', 20],
])('never to a release whose paths belong to another remote by now, %s', async (_whom, traffic) => {
  const takeBack = shell();
  await release('0', { name: 'mf-other', routes: ['/other'] });
  await release('1', { routes: ['/both'] });
  await takeBack.look();
  visit('1', 200, 1);
  await release('2', { routes: ['/own'] });
  await release('1', { name: 'mf-other', routes: ['/both'], traffic });
  await takeBack.look();
  visit('2', 60, 12);
  await takeBack.look();
  expect(await current()).toBe('2');
  expect(lines).toMatchObject([{ release: '2', msg: expect.stringContaining('no release to go back to') as string }]);
});

test('a lock that another writer holds is waited for, and what it did counts', async () => {
  const takeBack = shell();
  await failingRelease(takeBack);
  await Promise.all([takeBack.look(), takeBack.look(), shell().look()]);
  expect(await current()).toBe('1');
  expect(lines, 'only one of them did it').toHaveLength(1);
});

test('looks do not pile up while another writer holds the lock', async () => {
  let asked = 0;
  const registry = () => {
    asked += 1;
    return readRegistry(store);
  };
  const takeBack = shell({ remotes: { registry } });
  await failingRelease(takeBack);
  asked = 0;
  let looks: Promise<unknown> | undefined;
  await withLock(path.join(store, 'registry.lock'), async () => {
    looks = Promise.all([takeBack.look(), takeBack.look(), takeBack.look()]);
    expect(asked).toBe(1);
  });
  await looks;
  expect(await current()).toBe('1');
  await takeBack.look();
  expect(asked, 'the next one looks again').toBe(2);
});

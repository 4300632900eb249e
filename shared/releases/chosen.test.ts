/** Who gets which release, over many simulated visitors. */
import { expect, test } from 'vitest';
import type { Registry, RegistryEntry } from '../contracts/registry.ts';
import { CONTRACT_VERSION } from '../contracts/remote.ts';
import { BUCKETS, chosenReleases, usableReleases } from './chosen.ts';
import { withRelease, withSplit } from './current.ts';
import { withTraffic } from './traffic.ts';

const VISITORS = 100_000;
const file = { url: '', integrity: 'sha384-' } as const;
const entry = (version: string): RegistryEntry => ({
  url: '',
  metadata: { integrity: 'sha384-', version },
  deployment: { traffic: 0, default: false },
  extras: { routes: [], release: file, server: file, contract: 1, releasedAt: '2026-01-01T00:00:00.000Z' },
});
const change = (day = 1) => ({ at: `2026-01-0${day}T00:00:00.000Z`, by: 'ada' });
const empty: Registry = { schema: '', microFrontends: {} };

/** A remote with a current release and one that has a share of its visitors. */
const splitting = (traffic: number, registry = empty, name = 'mf-a') =>
  withSplit(withRelease(registry, name, entry('now'), change()), name, { entry: entry('next'), traffic }, change());
/** The registry after a release's share has changed. */
const changed = (registry: Registry, version: string, traffic: number, day = 2) =>
  withTraffic(registry, 'mf-a', { version, traffic }, change(day));

/** Bucket of each visitor, as the shell's server draws it; always the same ones. */
const visitors = (() => {
  let state = 20_260_101;
  return Array.from({ length: VISITORS }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * BUCKETS);
  });
})();
const everyBucket = Array.from({ length: BUCKETS }, (_, bucket) => bucket);
const versionFor = (registry: Registry, bucket: number, name = 'mf-a') =>
  chosenReleases(registry, { bucket }).get(name)!.metadata.version;
/** Who gets a release. */
const getting = (registry: Registry, version: string, among = everyBucket) =>
  among.filter((bucket) => versionFor(registry, bucket) === version);

test.each([0.01, 0.5, 1, 10, 25, 50, 99.99])('%d percent of the visitors get it', (traffic) => {
  const registry = splitting(traffic);
  const share = traffic / 100;
  const sigma = Math.sqrt(VISITORS * share * (1 - share));
  expect(Math.abs(getting(registry, 'next', visitors).length - VISITORS * share)).toBeLessThan(4 * sigma);
  expect(getting(registry, 'next'), 'and of all buckets exactly that many').toHaveLength(Math.round(BUCKETS * share));
});

test('nobody gets a preview, and everybody what is released for all', () => {
  expect(getting(splitting(0), 'next', visitors)).toEqual([]);
  const all = withRelease(splitting(10), 'mf-a', entry('next'), change(2));
  expect(getting(all, 'next')).toHaveLength(BUCKETS);
});

test('without a bucket, or with a nonsensical one, visitors get the current release', () => {
  const registry = splitting(99.99);
  expect(chosenReleases(registry).get('mf-a')!.metadata.version).toBe('now');
  for (const bucket of [-1, BUCKETS, 0.5, Number.NaN]) expect(versionFor(registry, bucket), String(bucket)).toBe('now');
});

test('visitors stay in a split when it grows, and when its next release comes', () => {
  const ten = splitting(10);
  const first = getting(ten, 'next');
  const grown = new Set(getting(changed(ten, 'next', 25), 'next'));
  expect(first.filter((bucket) => !grown.has(bucket))).toEqual([]);
  const after = withSplit(ten, 'mf-a', { entry: entry('after next'), traffic: 10 }, change(2));
  expect(getting(after, 'after next')).toEqual(first);
  expect(getting(after, 'next'), 'it took the place of the other').toEqual([]);
});

test('a split that began first keeps its visitors when another one begins, also an older release', () => {
  const old = withRelease(empty, 'mf-a', entry('old'), change());
  const ten = splitting(10, old);
  const first = getting(ten, 'next');
  const both = changed(ten, 'old', 20);
  expect(getting(both, 'next')).toEqual(first);
  expect(getting(both, 'old')).toHaveLength(2_000);
  expect(getting(both, 'now')).toHaveLength(7_000);
});

test('ten percent of two remotes are not the same people', () => {
  const registry = splitting(10, splitting(10), 'mf-b');
  const inBoth = everyBucket.filter(
    (bucket) => versionFor(registry, bucket) === 'next' && versionFor(registry, bucket, 'mf-b') === 'next',
  );
  // Of 10,000 buckets about 100: hypergeometric, with a standard deviation of 9.
  expect(Math.abs(inBoth.length - 100)).toBeLessThan(36);
});

test('shares of more than 100 percent have no effect', () => {
  const registry = changed(splitting(60), 'next', 60);
  registry.microFrontends['mf-a']!.push({ ...entry('third'), deployment: { traffic: 60, default: false } });
  expect(getting(registry, 'now')).toHaveLength(BUCKETS);
});

test('what a browser tries comes first, if there is such a release', () => {
  const registry = splitting(0);
  const chosen = (tried: Record<string, string>) =>
    [...chosenReleases(registry, { bucket: 1, tried })].map(([name, { metadata }]) => [name, metadata.version]);
  expect(chosen({ 'mf-a': 'next' })).toEqual([['mf-a', 'next']]);
  expect(chosen({ 'mf-a': 'gone', 'mf-b': 'next', constructor: 'next' })).toEqual([['mf-a', 'now']]);
});

test('of releases whose contract the shell does not know, browsers get none if there is another', () => {
  const newer = (version: string): RegistryEntry => ({
    ...entry(version),
    extras: { ...entry(version).extras, contract: CONTRACT_VERSION + 1 },
  });
  const usable = (registry: Registry, choice = {}) => usableReleases(registry, choice).get('mf-a')?.metadata.version;
  const before = withRelease(empty, 'mf-a', entry('before'), change());
  const split = withSplit(before, 'mf-a', { entry: newer('next'), traffic: 50 }, change(2));
  for (const bucket of [0, 1, 2, 3, 4, 5, 6, 7]) expect(usable(split, { bucket })).toBe('before');
  const released = withRelease(split, 'mf-a', newer('next'), change(3));
  expect(usable(released)).toBe('before');
  const twice = withRelease(released, 'mf-a', newer('after next'), change(4));
  expect(usable(twice)).toBe('before');
  expect(usable(twice, { tried: { 'mf-a': 'next' } }), 'what is tried fails where it is seen').toBe('next');
  expect(usable(withRelease(empty, 'mf-a', newer('only'), change())), 'there is no other').toBe('only');
});

import { expect, test } from 'vitest';
import type { Registry, RegistryEntry } from '../contracts/registry.ts';
import { knownRelease, withNone, withRelease, withSplit, withStep } from './current.ts';
import { prunableReleases, withoutReleases } from './prunable.ts';
import { withTraffic } from './traffic.ts';

const file = { url: '', integrity: 'sha384-' } as const;
const onDay = (day: number) => new Date(Date.UTC(2026, 0, day)).toISOString();
const entry = (version: string, day: number): RegistryEntry => ({
  url: '',
  metadata: { integrity: 'sha384-', version },
  deployment: { traffic: 0, default: false },
  extras: { routes: [], release: file, server: file, contract: 1, releasedAt: onDay(day) },
});
const at = (day: number) => ({ at: onDay(day), by: 'ada' });
const empty: Registry = { schema: '', microFrontends: {} };

/** One release each day, `1` to the last one. */
const daily = (last: number) =>
  Array.from({ length: last }, (_, index) => index + 1).reduce(
    (registry, day) => withRelease(registry, 'mf-a', entry(String(day), day), at(day)),
    empty,
  );
const prunable = (registry: Registry, { keep = 1, since }: { keep?: number; since: number }) =>
  prunableReleases(registry, 'mf-a', { keep, usedSince: Date.parse(onDay(since)) }).map(
    ({ metadata }) => metadata.version,
  );

test('what visitors got in the last days stays, until the day on which the next release came', () => {
  expect(prunable(daily(6), { since: 4 })).toEqual(['2', '1']);
  expect(prunable(daily(6), { since: 1 })).toEqual([]);
});

test('the current release and the one before stay at any age, and so do as many as are asked for', () => {
  expect(prunable(daily(6), { since: 100 })).toEqual(['4', '3', '2', '1']);
  expect(prunable(daily(6), { since: 100, keep: 4 })).toEqual(['2', '1']);
});

test('what pages fall back to stays, and what was taken back until there is a newer release', () => {
  const registry = withStep(daily(4), 'mf-a', at(5))!;
  expect(prunable(registry, { since: 100 })).toEqual(['1']);
  expect(prunable(registry, { since: 100, keep: 3 }), 'it is not one of the three that are kept').toEqual([]);
  expect(prunable(withRelease(registry, 'mf-a', entry('5', 6), at(6)), { since: 100 })).toEqual(['4', '2', '1']);
});

test('of a remote that was withdrawn, what was current last stays: a start would release it again', () => {
  const withdrawn = withNone(daily(4), 'mf-a', at(5));
  expect(prunable(withdrawn, { since: 100 })).toEqual(['2', '1']);
  expect(prunable(withNone(daily(1), 'mf-a', at(5)), { since: 100 })).toEqual([]);
});

test('what a withdrawal took from visitors stays as long after it as anything else', () => {
  const back = withStep(daily(3), 'mf-a', at(4))!;
  const withdrawn = withNone(back, 'mf-a', at(40));
  expect(prunable(withdrawn, { since: 40 })).toEqual([]);
  expect(prunable(withdrawn, { since: 41 })).toEqual(['2']);
});

test('a release that was current again counts from then on', () => {
  const again = withStep(daily(6), 'mf-a', at(10), knownRelease(daily(6), 'mf-a', '1'))!;
  const registry = withRelease(again, 'mf-a', entry('7', 20), at(20));
  expect(prunable(registry, { since: 15 })).toEqual(['6', '5', '4', '3', '2']);
});

test('a split stays while it runs, and as long after its end as anything else', () => {
  const split = withSplit(daily(3), 'mf-a', { entry: entry('canary', 4), traffic: 10 }, at(4));
  const later = withRelease(split, 'mf-b', entry('1', 9), at(9));
  expect(prunable(later, { since: 100 })).toEqual(['1']);
  const ended = withTraffic(later, 'mf-a', { version: 'canary', traffic: 0 }, at(20));
  expect(prunable(ended, { since: 20 })).toEqual(['1']);
  expect(prunable(ended, { since: 21 })).toEqual(['canary', '1']);
});

test('a preview stays as long as a release that was made on its day', () => {
  const registry = withSplit(daily(3), 'mf-a', { entry: entry('preview', 6), traffic: 0 }, at(6));
  expect(prunable(registry, { since: 6 })).toEqual(['1']);
  expect(prunable(registry, { since: 7 })).toEqual(['preview', '1']);
});

test('in a registry of an older tool a release counts until the next one came', () => {
  const silent = (day: number, isDefault = false): RegistryEntry => ({
    ...entry(String(day), day),
    deployment: { traffic: isDefault ? 100 : 0, default: isDefault },
  });
  const registry = { schema: '', microFrontends: { 'mf-a': [silent(9, true), silent(6), silent(3), silent(1)] } };
  expect(prunable(registry, { since: 5 })).toEqual(['1']);
  expect(prunable(registry, { since: 7 })).toEqual(['3', '1']);
});

test('removing leaves other remotes and other releases as they are', () => {
  const registry = withRelease(daily(3), 'mf-b', entry('1', 1), at(1));
  const removed = [knownRelease(registry, 'mf-a', '1')!];
  const left = withoutReleases(registry, 'mf-a', removed).microFrontends;
  expect(left['mf-a']!.map(({ metadata }) => metadata.version)).toEqual(['3', '2']);
  expect(left['mf-b']).toBe(registry.microFrontends['mf-b']);
});

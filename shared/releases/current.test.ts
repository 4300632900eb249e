import { expect, test } from 'vitest';
import type { Registry, RegistryEntry } from '../contracts/registry.ts';
import {
  currentReleases,
  knownRelease,
  previousRelease,
  releasesToTry,
  withPreviousRelease,
  withRelease,
} from './current.ts';

const empty: Registry = { schema: '', microFrontends: {} };

function entry(version: string): RegistryEntry {
  const file = { url: '', integrity: 'sha384-' } as const;
  return {
    url: `/remotes/mf-a/${version}/remoteEntry.js`,
    metadata: { integrity: 'sha384-', version },
    deployment: { traffic: 0, default: false },
    extras: { routes: ['/a'], release: file, server: file, contract: 1, releasedAt: '2026-01-01T00:00:00.000Z' },
  };
}

/** A registry in which the given versions of one remote were released, one after the other. */
const released = (...versions: string[]): Registry =>
  versions.reduce((registry, version) => withRelease(registry, 'mf-a', entry(version)), empty);

const versionsOf = (registry: Registry) =>
  registry.microFrontends['mf-a']!.map(({ metadata, deployment }) => [metadata.version, deployment.default]);
const current = (registry: Registry) => currentReleases(registry).get('mf-a')?.metadata.version;

test('the newest release is current, the others are kept', () => {
  const registry = released('1', '2', '3');
  expect(versionsOf(registry)).toEqual([
    ['3', true],
    ['2', false],
    ['1', false],
  ]);
  expect(current(registry)).toBe('3');
  expect(previousRelease(registry, 'mf-a')?.metadata.version).toBe('2');
});

test('a release that was there already comes first again, once', () => {
  expect(versionsOf(released('1', '2', '1'))).toEqual([
    ['1', true],
    ['2', false],
  ]);
});

test('steps back go one release each, forget none, and end at the first', () => {
  const once = withPreviousRelease(released('1', '2', '3'), 'mf-a')!;
  expect(versionsOf(once)).toEqual([
    ['3', false],
    ['2', true],
    ['1', false],
  ]);
  const twice = withPreviousRelease(once, 'mf-a')!;
  expect(current(twice)).toBe('1');
  expect(withPreviousRelease(twice, 'mf-a')).toBeUndefined();
  expect(withPreviousRelease(empty, 'mf-a')).toBeUndefined();
});

test('other remotes stay as they were', () => {
  const registry = withRelease(released('1'), 'mf-b', entry('9'));
  expect(current(registry)).toBe('1');
  expect(current(withPreviousRelease(withRelease(registry, 'mf-a', entry('2')), 'mf-a')!)).toBe('1');
});

test('the current release is tried first, then the last that worked, then the one before the current', () => {
  const registry = released('1', '2', '3', '4');
  const tried = (lastGood?: string) =>
    releasesToTry(registry, 'mf-a', lastGood === undefined ? undefined : entry(lastGood)).map(
      ({ metadata }) => metadata.version,
    );
  expect(tried('1')).toEqual(['4', '1', '3']);
  expect(tried('3')).toEqual(['4', '3']);
  expect(tried('4')).toEqual(['4', '3']);
  expect(tried()).toEqual(['4', '3']);
});

test('after a step back the release that was left is not tried, unless it worked', () => {
  const registry = withPreviousRelease(released('1', '2', '3'), 'mf-a')!;
  const tried = (lastGood?: RegistryEntry) =>
    releasesToTry(registry, 'mf-a', lastGood).map(({ metadata }) => metadata.version);
  expect(tried()).toEqual(['2', '1']);
  expect(tried(entry('3'))).toEqual(['2', '3', '1']);
});

test('a release is found by name and version, never by a property that every object has', () => {
  const registry = released('1', '2');
  expect(knownRelease(registry, 'mf-a', '1')?.metadata.version).toBe('1');
  expect(knownRelease(registry, 'mf-a', '3')).toBeUndefined();
  for (const name of ['mf-b', '__proto__', 'constructor'])
    expect(knownRelease(registry, name, '1'), name).toBeUndefined();
});

import { expect, test } from 'vitest';
import type { Registry, RegistryEntry } from '../contracts/registry.ts';
import { CONTRACT_VERSION } from '../contracts/remote.ts';
import {
  currentReleases,
  historyOf,
  knownRelease,
  previousRelease,
  releasesToTry,
  withNone,
  withRelease,
  withSplit,
  withStep,
} from './current.ts';
import { servedReleases } from './traffic.ts';

const CHANGE = { at: '2026-01-02T00:00:00.000Z', by: 'ada' };
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
  versions.reduce((registry, version) => withRelease(registry, 'mf-a', entry(version), CHANGE), empty);

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

test('a release that existed already comes first again, once', () => {
  expect(versionsOf(released('1', '2', '1'))).toEqual([
    ['1', true],
    ['2', false],
  ]);
});

/** A registry after some steps: back, or to the named versions. */
const stepped = (registry: Registry, ...steps: ('back' | (string & {}))[]): Registry =>
  steps.reduce(
    (now, step) => withStep(now, 'mf-a', CHANGE, step === 'back' ? undefined : knownRelease(now, 'mf-a', step)) ?? now,
    registry,
  );

test('steps back go one release each, forget none, and end at the first', () => {
  const once = stepped(released('1', '2', '3'), 'back');
  expect(versionsOf(once)).toEqual([
    ['3', false],
    ['2', true],
    ['1', false],
  ]);
  const twice = stepped(once, 'back');
  expect(current(twice)).toBe('1');
  expect(withStep(twice, 'mf-a', CHANGE)).toBeUndefined();
  expect(withStep(empty, 'mf-a', CHANGE)).toBeUndefined();
});

test('a step back never leads to a release that was taken back before', () => {
  const registry = withRelease(stepped(released('1', '2'), 'back'), 'mf-a', entry('3'), CHANGE);
  expect(previousRelease(registry, 'mf-a')?.metadata.version, 'nor does the fallback').toBe('1');
  expect(current(stepped(registry, 'back'))).toBe('1');
});

test('a step can lead anywhere, forward too; then the release counts again', () => {
  const registry = stepped(released('1', '2', '3'), 'back', 'back', '3');
  expect(current(registry)).toBe('3');
  expect(knownRelease(registry, 'mf-a', '3')!.extras.takenBack).toBeUndefined();
  expect(current(stepped(registry, 'back')), '2 was taken back, 1 was not').toBe('1');
  expect(historyOf(registry, 'mf-a').map(({ metadata }) => metadata.version)).toEqual(['3', '1', '2', '3', '2', '1']);
});

test('who did what, and when, is kept', () => {
  const bob = { at: '2026-01-03T00:00:00.000Z', by: 'bob' };
  const registry = withStep(released('1', '2'), 'mf-a', bob)!;
  const [second, first] = registry.microFrontends['mf-a']!;
  expect(second!.extras).toMatchObject({ current: [{ ...CHANGE, order: 2 }], takenBack: bob });
  expect(first!.extras.current).toEqual([
    { ...CHANGE, order: 1 },
    { ...bob, order: 3 },
  ]);
});

test('releasing what is current again changes nothing', () => {
  const registry = released('1', '2');
  expect(withRelease(registry, 'mf-a', entry('2'), CHANGE)).toBe(registry);
});

test('a step to what is current changes nothing', () => {
  const registry = released('1', '2');
  expect(withStep(registry, 'mf-a', CHANGE, knownRelease(registry, 'mf-a', '2'))).toBe(registry);
});

test('a registry of an older tool, which kept releases newest first, goes on', () => {
  const old: Registry = {
    schema: '',
    microFrontends: {
      'mf-a': ['3', '2', '1'].map((version) => ({
        ...entry(version),
        deployment: { traffic: 0, default: version === '2' },
      })),
    },
  };
  expect(previousRelease(old, 'mf-a')?.metadata.version).toBe('1');
  expect(current(stepped(old, 'back'))).toBe('1');
  const released4 = withRelease(old, 'mf-a', entry('4'), CHANGE);
  expect(current(stepped(released4, 'back'))).toBe('2');
  expect(current(stepped(released4, 'back', 'back')), '3 was gone back from').toBe('1');
});

test('a remote that is withdrawn has no current release and no split, and can come back', () => {
  const split = withSplit(released('1', '2'), 'mf-a', { entry: entry('3'), traffic: 10 }, CHANGE);
  const bob = { at: '2026-01-03T00:00:00.000Z', by: 'bob' };
  const registry = withNone(split, 'mf-a', bob);
  expect(servedReleases(registry).size).toBe(0);
  expect(
    registry.microFrontends['mf-a']!.map(({ deployment, extras }) => [deployment.traffic, extras.takenBack]),
  ).toEqual([
    [0, bob],
    [0, bob],
    [0, undefined],
  ]);
  expect(current(stepped(registry, 'back')), 'the one before').toBe('1');
  expect(current(stepped(registry, '2'))).toBe('2');
  expect(withNone(registry, 'mf-a', CHANGE)).toBe(registry);
  expect(withNone(registry, 'mf-b', CHANGE)).toBe(registry);
});

test('other remotes stay as they were', () => {
  const registry = withRelease(released('1'), 'mf-b', entry('9'), CHANGE);
  expect(current(registry)).toBe('1');
  expect(current(stepped(withRelease(registry, 'mf-a', entry('2'), CHANGE), 'back'))).toBe('1');
});

test('the current release is tried first, then the last that worked, then three before the current', () => {
  const registry = released('1', '2', '3', '4', '5', '6');
  const tried = (lastGood?: string) =>
    releasesToTry(registry, 'mf-a', lastGood === undefined ? undefined : entry(lastGood)).map(
      ({ metadata }) => metadata.version,
    );
  expect(tried('1')).toEqual(['6', '1', '5', '4', '3']);
  expect(tried('4')).toEqual(['6', '4', '5', '3']);
  expect(tried('6')).toEqual(['6', '5', '4', '3']);
  expect(tried()).toEqual(['6', '5', '4', '3']);
});

test('before the current are the last ones that this shell can work with', () => {
  const newer = (version: string): RegistryEntry => ({
    ...entry(version),
    extras: { ...entry(version).extras, contract: CONTRACT_VERSION + 1 },
  });
  const registry = [newer('3'), newer('4')].reduce(
    (before, each) => withRelease(before, 'mf-a', each, CHANGE),
    released('1', '2'),
  );
  expect(releasesToTry(registry, 'mf-a', undefined).map(({ metadata }) => metadata.version)).toEqual(['4', '2', '1']);
  expect(previousRelease(registry, 'mf-a')?.metadata.version, 'a step back leads to any').toBe('3');
});

test('after a step back the release that was left is not tried, though it worked', () => {
  const registry = stepped(released('1', '2', '3'), 'back');
  const tried = (lastGood?: RegistryEntry) =>
    releasesToTry(registry, 'mf-a', lastGood).map(({ metadata }) => metadata.version);
  expect(tried()).toEqual(['2', '1']);
  expect(tried(entry('3'))).toEqual(['2', '1']);
});

test('a release is found by name and version, never by a property that every object has', () => {
  const registry = released('1', '2');
  expect(knownRelease(registry, 'mf-a', '1')?.metadata.version).toBe('1');
  expect(knownRelease(registry, 'mf-a', '3')).toBeUndefined();
  for (const name of ['mf-b', '__proto__', 'constructor'])
    expect(knownRelease(registry, name, '1'), name).toBeUndefined();
});

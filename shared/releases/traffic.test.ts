import { expect, test } from 'vitest';
import type { Registry, RegistryEntry } from '../contracts/registry.ts';
import {
  historyOf,
  knownRelease,
  previousRelease,
  releasesToTry,
  withRelease,
  withSplit,
  withStepBack,
} from './current.ts';
import { hasSplits, servedReleases, splitsOf, trafficLeft, withTraffic } from './traffic.ts';

const file = { url: '', integrity: 'sha384-' } as const;
/** As a release tool makes it: for everybody. */
const entry = (version: string): RegistryEntry => ({
  url: '',
  metadata: { integrity: 'sha384-', version },
  deployment: { traffic: 100, default: true },
  extras: { routes: [], release: file, server: file, contract: 1, releasedAt: '2026-01-01T00:00:00.000Z' },
});
const at = (day: number) => ({ at: `2026-01-0${day}T00:00:00.000Z`, by: 'ada' });
const empty: Registry = { schema: '', microFrontends: {} };

const released = (registry: Registry, version: string, day = 1) =>
  withRelease(registry, 'mf-a', entry(version), at(day));
const split = (registry: Registry, version: string, traffic: number, day = 2) =>
  withSplit(registry, 'mf-a', { entry: entry(version), traffic }, at(day));
const changed = (registry: Registry, version: string, traffic: number, day = 3) =>
  withTraffic(registry, 'mf-a', { version, traffic }, at(day));
/** Version and traffic; the current release has a star. */
const states = (registry: Registry) =>
  registry.microFrontends['mf-a']!.map(
    ({ metadata, deployment }) => `${metadata.version}${deployment.default ? '*' : ''} ${deployment.traffic}`,
  );
const versions = (entries: RegistryEntry[]) => entries.map(({ metadata }) => metadata.version);
const known = (registry: Registry, version: string) => knownRelease(registry, 'mf-a', version)!;

test('a preview is in the registry, but nobody gets it, and it was never current', () => {
  const registry = split(released(empty, '1'), '2', 0);
  expect(states(registry)).toEqual(['2 0', '1* 100']);
  expect(hasSplits(registry)).toBe(false);
  expect(known(registry, '2').extras.current).toBeUndefined();
  expect(known(registry, '2').extras.traffic).toEqual([{ ...at(2), traffic: 0 }]);
  const later = released(registry, '3', 3);
  expect(previousRelease(later, 'mf-a')?.metadata.version, 'no step back leads to it').toBe('1');
  expect(versions(historyOf(later, 'mf-a'))).toEqual(['3', '1']);
});

test('what a split has is taken from the current release, and all of it adds up', () => {
  const one = split(released(empty, '1'), '2', 10);
  expect(states(one)).toEqual(['2 10', '1* 90']);
  const two = changed(split(one, '3', 0), '3', 0.1);
  expect(states(two)).toEqual(['3 0.1', '2 10', '1* 89.9']);
  expect([trafficLeft(two, 'mf-a', '3'), trafficLeft(two, 'mf-a', '2')]).toEqual([90, 99.9]);
  expect(
    servedReleases(two)
      .get('mf-a')!
      .map(({ metadata }) => metadata.version),
  ).toEqual(['1', '2', '3']);
  expect(states(changed(two, '2', 0))).toEqual(['3 0.1', '2 0', '1* 99.9']);
});

test('the next release of a split takes its place, and a preview takes none', () => {
  const registry = split(released(empty, '1'), '2', 10);
  expect(states(split(registry, '3', 20))).toEqual(['3 20', '2 0', '1* 80']);
  expect(states(split(registry, '3', 0))).toEqual(['3 0', '2 10', '1* 90']);
  expect(states(split(registry, '2', 20)), 'the same release with another share').toEqual(['2 20', '1* 80']);
});

test('a release for everybody ends the split, its own too, and all of it is written down', () => {
  const registry = split(released(empty, '1'), '2', 10);
  const other = released(registry, '3', 4);
  expect(states(other)).toEqual(['3* 100', '2 0', '1 0']);
  expect(known(other, '2').extras.traffic).toEqual([
    { ...at(2), traffic: 10 },
    { ...at(4), traffic: 0 },
  ]);
  const promoted = released(registry, '2', 4);
  expect(states(promoted)).toEqual(['2* 100', '1 0']);
  expect(known(promoted, '2').extras).toMatchObject({
    current: [{ ...at(4), order: 2 }],
    traffic: [
      { ...at(2), traffic: 10 },
      { ...at(4), traffic: 100 },
    ],
  });
  expect(known(promoted, '1').extras.takenBack, 'a step forward takes nothing back').toBeUndefined();
});

test('an older preview becomes current without taking anything back', () => {
  const registry = released(released(split(released(empty, '1'), '2', 0), '3', 3), '2', 4);
  expect(states(registry)).toEqual(['2* 100', '3 0', '1 0']);
  expect(previousRelease(registry, 'mf-a')?.metadata.version).toBe('3');
});

test('a step back ends the split, and takes its release back as well', () => {
  const registry = split(released(released(empty, '1'), '2'), '3', 10);
  const back = withStepBack(registry, 'mf-a', at(5))!;
  expect(states(back)).toEqual(['3 0', '2 0', '1* 100']);
  expect([known(back, '2').extras.takenBack, known(back, '3').extras.takenBack]).toEqual([at(5), at(5)]);
  const stays = withStepBack(registry, 'mf-a', at(5), known(registry, '2'))!;
  expect(states(stays), 'to what is current').toEqual(['3 0', '2* 100', '1 0']);
  expect(states(withStepBack(registry, 'mf-a', at(5), known(registry, '3'))!), 'to the split itself').toEqual([
    '3* 100',
    '2 0',
    '1 0',
  ]);
  expect(known(changed(back, '3', 5), '3').extras.takenBack, 'it counts again').toBeUndefined();
  const two = withStepBack(changed(split(registry, '4', 0), '4', 5), 'mf-a', at(5))!;
  expect([known(two, '3').extras.takenBack, known(two, '4').extras.takenBack], 'of two').toEqual([at(5), at(5)]);
});

test('a page of a split falls back to the current release first, and no other page falls back to the split', () => {
  const registry = split(released(released(empty, '1'), '2'), '3', 10);
  expect(versions(releasesToTry(registry, 'mf-a', undefined, known(registry, '3')))).toEqual(['3', '2', '1']);
  expect(versions(releasesToTry(registry, 'mf-a', undefined))).toEqual(['2', '1']);
});

test('where nothing is current there is no split', () => {
  const registry = split(empty, '1', 10);
  expect(splitsOf(registry, 'mf-a')).toEqual([]);
  expect(servedReleases(registry).size).toBe(0);
  expect(states(withStepBack(registry, 'mf-a', at(5), known(registry, '1'))!), 'a step leads to it').toEqual([
    '1* 100',
  ]);
});

test('the first release was current once', () => {
  expect(known(released(empty, '1'), '1').extras.current).toEqual([{ ...at(1), order: 1 }]);
});

test('a registry of an older tool goes on with splits', () => {
  const silent = (version: string, isDefault: boolean): RegistryEntry => ({
    ...entry(version),
    deployment: { traffic: isDefault ? 100 : 0, default: isDefault },
  });
  const old = { schema: '', microFrontends: { 'mf-a': [silent('3', false), silent('2', true), silent('1', false)] } };
  const registry = released(split(old, '4', 10), '5', 4);
  expect(versions(historyOf(registry, 'mf-a'))).toEqual(['5', '2', '1']);
  expect(known(registry, '3').extras.takenBack, 'it was gone back from').toBeDefined();
  expect(known(registry, '4').extras.takenBack).toBeUndefined();
  expect(known(released(old, '5'), '3').extras.takenBack, 'even without a split').toBeDefined();
});

test('a split of what has been current since starts over, and takes no visitor from the one that runs', () => {
  const past = released(released(split(released(empty, '1'), '2', 10), '2', 3), '3', 4);
  const registry = changed(split(past, '4', 10, 5), '2', 20, 6);
  expect(versions(splitsOf(registry, 'mf-a'))).toEqual(['4', '2']);
});

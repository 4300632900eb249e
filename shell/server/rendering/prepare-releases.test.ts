/** What a starting server makes ready, and what it does not wait for. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Integrity, Registry, RegistryEntry } from 'shared/contracts/registry';
import { withRelease } from 'shared/releases/current';
import { prepareReleases } from './prepare-releases.ts';
import { RemoteFault } from './renderer.ts';

type Behaviour = 'loads' | 'fails' | 'hangs';

/** Remotes whose releases `1`, `2`, … behave as given; the last of each is current. */
function siteOf(remotes: Record<string, Behaviour[]>, { capacity = 8 } = {}) {
  const file = { url: '', integrity: 'sha384-' as Integrity };
  const change = { at: '2026-01-01T00:00:00.000Z', by: 'ada' };
  let registry: Registry = { schema: '', microFrontends: {} };
  for (const [name, releases] of Object.entries(remotes))
    releases.forEach((_, index) => {
      const entry: RegistryEntry = {
        url: '',
        metadata: { version: String(index + 1), integrity: 'sha384-' },
        deployment: { traffic: 0, default: false },
        extras: { routes: [], release: file, server: file, contract: 1, releasedAt: change.at },
      };
      registry = withRelease(registry, name, entry, change);
    });
  const started: string[] = [];
  const warmed: string[] = [];
  const renderer = {
    capacity,
    async warm({ name, entry }: { name: string; entry: RegistryEntry }): Promise<void> {
      await delay(20);
      warmed.push(`${name}/${entry.metadata.version}`);
    },
    async ready({ name, entry }: { name: string; entry: RegistryEntry }, patienceMs: number): Promise<void> {
      const { version } = entry.metadata;
      started.push(`${name}/${version}`);
      const behaviour = remotes[name]![Number(version) - 1];
      if (behaviour === 'hangs') await delay(patienceMs);
      if (behaviour !== 'loads') throw new RemoteFault(`It ${behaviour}.`);
    },
  };
  return { started, warmed, renderer, remotes: { registry: async () => registry } };
}

test('the current release of each remote is made ready, or the one before it', async () => {
  const site = siteOf({ a: ['loads', 'loads'], b: ['loads', 'fails'] });
  await prepareReleases(site);
  expect(site.started.toSorted()).toEqual(['a/2', 'b/1', 'b/2']);
  expect(site.warmed.toSorted(), 'and is waited for until it is fast').toEqual(['a/2', 'b/1']);
});

test('one that hangs leaves time for the one that would answer in its place', async () => {
  const site = siteOf({ a: ['loads', 'hangs'] });
  await prepareReleases(site, 200);
  expect(site.started).toEqual(['a/2', 'a/1']);
});

test('however many hang, a server starts in time, and starts no more of them afterwards', async () => {
  const many = Array.from({ length: 200 }, (_, index): [string, Behaviour[]] => [`remote-${index}`, ['hangs']]);
  const site = siteOf(Object.fromEntries(many), { capacity: many.length });
  await prepareReleases(site, 200);
  const started = site.started.length;
  expect(started).toBeLessThan(many.length);
  await delay(500);
  expect(site.started).toHaveLength(started);
});

test('a store that does not answer, or has nothing, keeps no server from starting', async () => {
  const { renderer, started } = siteOf({ a: ['loads'] });
  await prepareReleases({ renderer, remotes: { registry: () => new Promise(() => {}) } }, 50);
  await prepareReleases({ renderer, remotes: { registry: () => Promise.reject(new Error('It is away.')) } });
  expect(started).toEqual([]);
});

test('not more are made ready than can be at a time', async () => {
  const site = siteOf({ a: ['loads'], b: ['loads'], c: ['loads'] }, { capacity: 2 });
  await prepareReleases(site);
  expect(site.started.toSorted()).toEqual(['a/1', 'b/1']);
});

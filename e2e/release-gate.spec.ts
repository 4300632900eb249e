/** A release is tried on the site as it would be, before any visitor gets it. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Release } from '../shared/contracts/registry.ts';
import { gate } from '../tooling/release/gate/gate.ts';
import { pageRefusals } from '../tooling/release/gate/pages.ts';
import { RefusedRelease } from '../tooling/release/refused-release.ts';
import { copyReleaseStore } from '../tooling/site/release-store.ts';
import { remotes } from '../tooling/workspace/remotes.ts';
import { expect, test } from './fixtures/test.ts';
import { changedBuild } from './resilience/faulty-release.ts';

const REMOTE = 'mf-careers';

let store: string;
test.beforeEach(async () => {
  store = path.join(await mkdtemp(path.join(tmpdir(), 'gate-')), 'releases');
  await copyReleaseStore(store);
});
test.afterEach(() => rm(path.dirname(store), { recursive: true }));

const registryText = () => readFile(path.join(store, 'registry.json'), 'utf8');

test('all objections to a release are reported at once, and nothing is changed', async () => {
  const dist = await changedBuild(REMOTE, [
    [
      /^server\/routes\.mjs$/,
      (bundle) => `${bundle}
        routes.find(({ id }) => id === 'careers.referral').lazy = async () => ({ Component() { throw new Error('on purpose'); } });
        Object.assign(routes.find(({ id }) => id === 'careers.role'), { path: '/role/:slug', handle: {} });`,
    ],
    [
      /^assets\/career-page-[\w-]+\.js$/,
      (chunk) => `throw new Error('altered on purpose');/* ${randomBytes(60_000).toString('base64')} */${chunk}`,
    ],
  ]);
  const before = await registryText();
  const refused = await gate(REMOTE, store, { dist }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RefusedRelease);
  const reasons = (refused as Error).message.split('\n');
  for (const reason of [
    /^Its path \/career\/:slug is gone.*--without \/career\/:slug$/,
    /^Its page \/career loads \d+,\d+ bytes .* are allowed/,
    /^Its page \/referral does not render on the server: .*on purpose/,
    /^Its smoke journey fails where a visitor opens a role \(.+\): .*Flutter developer/,
    /^The browser reports an error on its smoke journey: \[mf-careers\] /,
  ])
    expect(reasons).toContainEqual(expect.stringMatching(reason));
  expect(
    reasons.filter((reason) => !/^(Its|The) .*/.test(reason)),
    'sentences, and no stacks',
  ).toEqual([]);
  expect(await registryText()).toBe(before);
  await rm(dist, { recursive: true });
});

test.describe('what is built now can be released', () => {
  // A trial site would equal the tests' own, since the builds are the same. journeys/smoke.spec.ts has its journey.
  for (const { name } of remotes)
    test(name, async ({ site }) => {
      const version = await gate(name, store, { skip: ['pages', 'smoke'] });
      const file = path.join(site.store, name, version, 'release.json');
      const release = JSON.parse(await readFile(file, 'utf8')) as Release;
      expect(await pageRefusals(release, { ...site, faults: () => [] })).toEqual([]);
    });
});

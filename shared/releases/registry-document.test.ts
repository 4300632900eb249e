import { describe, expect, test } from 'vitest';
import type { RegistryEntry } from '../contracts/registry.ts';
import { readRegistryDocument, RegistryError } from './registry-document.ts';

const HASH = `sha384-${'a'.repeat(64)}` as const;

const entry = (changes: object = {}, extras: object = {}): RegistryEntry => ({
  url: '/remotes/mf-a/1/remoteEntry.js',
  metadata: { version: '1', integrity: HASH },
  deployment: { traffic: 100, default: true },
  extras: {
    routes: ['/a'],
    release: { url: '/remotes/mf-a/1/release.json', integrity: HASH },
    server: { url: '/remotes/mf-a/1/server/routes.mjs', integrity: HASH },
    contract: 1,
    releasedAt: '2026-01-01T00:00:00.000Z',
    ...extras,
  },
  ...changes,
});
const CHANGE = { at: '2026-01-01T00:00:00.000Z', by: 'ada' };
const FOUND_CHANGED = { findable: { pages: [{ path: '/a', changed: 7 }], siteMaps: [] } };
const registry = (microFrontends: object) => ({ schema: 'v1', microFrontends });

test('a registry is read as it is, with fields that a later tool added', () => {
  const document = registry({ 'mf-a': [entry({ later: 1 }, { note: 'kept' })], 'mf-b': [] });
  expect(readRegistryDocument(document)).toEqual({ registry: document, complaints: [] });
});

test.each([[[]], [{}], [null], ['text'], [7], [{ schema: 'v1' }], [{ schema: 'v1', microFrontends: [] }]])(
  '%j is none',
  (document) => {
    expect(() => readRegistryDocument(document)).toThrow(RegistryError);
  },
);

describe('one entry that cannot be read', () => {
  test.each<[string, unknown, RegExp]>([
    ['null', null, /Release 0 of mf-a is left out/],
    ['no metadata', entry({ metadata: undefined }), /metadata/],
    ['a version that is a path', entry({ metadata: { version: '../..', integrity: HASH } }), /metadata\.version/],
    ['no hash', entry({ metadata: { version: '1', integrity: 'sha1-x' } }), /metadata\.integrity/],
    ['half a hash', entry({ metadata: { version: '1', integrity: HASH.slice(0, 40) } }), /metadata\.integrity/],
    ['a URL elsewhere', entry({ url: 'https://elsewhere.test/x.js' }), /url/],
    ['routes that are no list', entry({}, { routes: '/a' }), /extras\.routes/],
    ['routes that are no paths', entry({}, { routes: ['javascript:alert(1)'] }), /extras\.routes/],
    ['no server bundle', entry({}, { server: undefined }), /extras\.server/],
    ['no deployment', entry({ deployment: undefined }), /deployment/],
    ['more than all visitors', entry({ deployment: { traffic: 101, default: true } }), /deployment\.traffic/],
    ['less than none', entry({ deployment: { traffic: -1, default: false } }), /deployment\.traffic/],
    ['pages to be found that are no list', entry({}, { findable: { pages: '/a', siteMaps: [] } }), /findable\.pages/],
    ['a page to be found without a path', entry({}, { findable: { pages: [{}], siteMaps: [] } }), /pages\.0\.path/],
    ['a page that changed at no time', entry({}, FOUND_CHANGED), /findable\.pages\.0\.changed/],
    ['site maps that are no list', entry({}, { findable: { pages: [], siteMaps: {} } }), /findable\.siteMaps/],
    ['changes of its traffic that are no list', entry({}, { traffic: {} }), /extras\.traffic/],
    ['a change of its traffic without a share', entry({}, { traffic: [CHANGE] }), /extras\.traffic\.0\.traffic/],
    ['times as current that are no list', entry({}, { current: {} }), /extras\.current/],
    ['a time as current without its order', entry({}, { current: [CHANGE] }), /extras\.current\.0\.order/],
    ['nobody who took it back', entry({}, { takenBack: { at: CHANGE.at } }), /extras\.takenBack\.by/],
    ['a signature without a key', entry({}, { signature: { value: '' } }), /extras\.signature\.keyId/],
    ['skipped checks that are no list', entry({}, { skipped: 'smoke' }), /extras\.skipped/],
    ['an invalid time', entry({}, { releasedAt: 'yesterday' }), /extras\.releasedAt/],
  ])('is left out, and all others stay: %s', (_what, broken, complaint) => {
    const good = entry({ metadata: { version: '2', integrity: HASH } });
    const { registry: read, complaints } = readRegistryDocument(
      registry({ 'mf-a': [broken, good], 'mf-b': [entry()] }),
    );
    expect(read.microFrontends).toEqual({ 'mf-a': [good], 'mf-b': [entry()] });
    expect(complaints).toEqual([expect.stringMatching(complaint)]);
  });

  test.each(['MF-A', 'constructor ', '../x', ''])('a remote called %j is left out', (name) => {
    const microFrontends = Object.fromEntries([
      ['mf-a', [entry()]],
      [name, [entry()]],
    ]);
    const { registry: read, complaints } = readRegistryDocument(registry(microFrontends));
    expect(Object.keys(read.microFrontends)).toEqual(['mf-a']);
    expect(complaints).toHaveLength(1);
  });

  test.each([[null], ['text'], [{}]])('a remote whose releases are %j is left out', (releases) => {
    const { registry: read, complaints } = readRegistryDocument(registry({ 'mf-a': [entry()], 'mf-b': releases }));
    expect(Object.keys(read.microFrontends)).toEqual(['mf-a']);
    expect(complaints).toEqual([expect.stringMatching(/^"mf-b" is left out/)]);
  });
});

test('splits that together exceed all visitors are reported, those that leave nothing are not', () => {
  const split = (version: string, traffic: number) =>
    entry({ metadata: { version, integrity: HASH }, deployment: { traffic, default: false } });
  const complaints = (...shares: number[]) => {
    const splits = shares.map((traffic, index) => split(`split-${index}`, traffic));
    return readRegistryDocument(registry({ 'mf-a': [entry(), ...splits] })).complaints;
  };
  expect(complaints(60, 40)).toEqual([]);
  expect(complaints(0.01, 64.9, 35.09), 'added up as floats, they are more').toEqual([]);
  expect(complaints(60, 40.5)).toEqual([
    'The splits of mf-a are left out: together they have 100.5 % of its visitors, more than 100 %.',
  ]);
});

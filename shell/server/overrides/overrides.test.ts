/** What a browser may override, and which cookies its storage leads to. */
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { Registry, RegistryEntry } from 'shared/contracts/registry';
import { currentReleases } from 'shared/releases/current';
import { overrideScript, OVERRIDES_PATH } from './override-scripts.ts';
import { entryUrl, isOverride, originsOf, overridesIn, withOverrides } from './overrides.ts';

const SITE = 'https://staging.example.com';
const entry = (name: string, version: string): RegistryEntry => ({
  url: `/remotes/${name}/${version}/remoteEntry.js`,
  metadata: { version, integrity: 'sha384-' },
  deployment: { traffic: 100, default: true },
  extras: {
    routes: [`/${name}`],
    release: { url: '', integrity: 'sha384-' },
    server: { url: '', integrity: 'sha384-' },
    contract: 3,
    releasedAt: '2026-01-01T00:00:00.000Z',
  },
});
const registry: Registry = {
  schema: '',
  microFrontends: { 'mf-a': [entry('mf-a', '1')], 'mf-b': [entry('mf-b', '1')] },
};

test.each([
  ['5101', 'http://localhost:5101/remoteEntry.js'],
  ['http://localhost:5101', 'http://localhost:5101/remoteEntry.js'],
  ['http://localhost:5101/', 'http://localhost:5101/remoteEntry.js'],
  ['http://127.0.0.1:5101/remoteEntry.js?t=1#x', 'http://127.0.0.1:5101/remoteEntry.js?t=1'],
  ['https://LOCALHOST:5101/dev/entry.js', 'https://localhost:5101/dev/entry.js'],
  ['//localhost:5101/remoteEntry.js', 'https://localhost:5101/remoteEntry.js'],
])('%s is %s', (text, url) => {
  expect(entryUrl(text, SITE)).toBe(url);
});

test.each([
  '',
  '0',
  '65536',
  '123456',
  'remoteEntry.js',
  '/remoteEntry.js',
  'https://evil.example/remoteEntry.js',
  'http://localhost.evil.example:5101/remoteEntry.js',
  'http://evil.example:5101/localhost:5101',
  'http://localhost@evil.example:5101/',
  'http://ada:secret@localhost:5101/',
  'http://192.168.0.7:5101/',
  'http://[::1]:5101/remoteEntry.js',
  'http://0.0.0.0:5101/',
  'http://localhost/remoteEntry.js',
  '//evil.example:5101/remoteEntry.js',
  'data:text/javascript,alert(1)',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'blob:http://localhost:5101/1',
])('%j is not on this machine', (text) => {
  expect(entryUrl(text, SITE)).toBeUndefined();
});

test('cookies name remotes of the site; others, and other places, are refused by a sentence', () => {
  const header = [
    'theme=dark',
    `import-map-override:mf-a=${encodeURIComponent('http://localhost:5101/remoteEntry.js')}`,
    'import-map-override:mf-b=https://evil.example/remoteEntry.js',
    'import-map-override:mf-c=5103',
    'import-map-override:mf-d=',
    'import-map-override:=5104',
    'import-map-override:mf-e',
    'import-map-overrides-disabled=x',
  ].join('; ');
  expect(overridesIn(header, registry, SITE)).toEqual({
    used: { 'mf-a': 'http://localhost:5101/remoteEntry.js' },
    refused: [
      'mf-b is not overridden: https://evil.example/remoteEntry.js is neither http://localhost:<port>/… nor a port',
      'mf-c is not a remote of this site',
    ],
  });
  expect(overridesIn(undefined, registry, SITE)).toEqual({ used: {}, refused: [] });
  expect(overridesIn('import-map-override:mf-a=%E0%A4%A', registry, SITE).refused, 'no broken encoding').toHaveLength(
    1,
  );
  const [long] = overridesIn(`import-map-override:${'x'.repeat(3_000)}=1`, registry, SITE).refused;
  expect(long!.length).toBeLessThan(130);
  for (const name of ['__proto__', 'constructor'])
    expect(overridesIn(`import-map-override:${name}=5101`, registry, SITE).used).toEqual({});
});

test('an override takes the place of the current release, with its paths, and all others stay', () => {
  const changed = withOverrides(registry, { used: { 'mf-a': 'http://localhost:5101/remoteEntry.js' }, refused: [] });
  const current = currentReleases(changed);
  expect(current.get('mf-a')).toMatchObject({
    url: 'http://localhost:5101/remoteEntry.js',
    extras: { routes: ['/mf-a'] },
  });
  expect([...current.values()].map(isOverride)).toEqual([true, false]);
  expect(originsOf(current)).toEqual(['http://localhost:5101']);
  expect(currentReleases(registry).get('mf-a')!.metadata.version, 'nobody else’s registry changes').toBe('1');
});

/** A browser that keeps cookies and storage from page to page. @param refuses whether it refuses all cookies */
function browser(stored: Record<string, string> = {}, { refuses = false } = {}) {
  const cookies = new Map<string, string>();
  const storage = Object.assign(
    Object.create({
      getItem: (key: string) => stored[key] ?? null,
      setItem: (key: string, value: string) => void (stored[key] = value),
      removeItem: (key: string) => void delete stored[key],
    }),
    {},
  );
  const localStorage = new Proxy(storage, {
    ownKeys: () => Object.keys(stored),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
  const document = {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(text)!;
      if (refuses) return;
      if (text.includes('max-age=0')) cookies.delete(name!);
      else cookies.set(name!, value!);
    },
  };
  let submit: (event: object) => void = () => {};
  /** @returns how many loads it took until the page stayed */
  const visit = (): number => {
    for (let loads = 1; ; loads += 1) {
      let reloads = false;
      const location = { reload: () => void (reloads = true) };
      const addEventListener = (_type: string, listener: typeof submit) => void (submit = listener);
      runInNewContext(overrideScript, { localStorage, document, location, addEventListener, URL });
      if (!reloads || loads === 5) return loads;
    }
  };
  return { visit, stored, cookies, sent: (path: string) => submit({ target: { action: `https://x.example${path}` } }) };
}

const KEY = 'import-map-override:mf-a';
const URL_THERE = 'http://localhost:5101/remoteEntry.js';

test('what is stored reaches the server as a cookie, after one more load, and goes again', () => {
  const { visit, stored, cookies } = browser({ theme: 'dark' });
  expect([visit(), cookies.size]).toEqual([1, 0]);
  expect(stored).toEqual({ theme: 'dark' });
  stored[KEY] = URL_THERE;
  expect(visit()).toBe(2);
  expect([...cookies]).toEqual([[KEY, encodeURIComponent(URL_THERE)]]);
  expect(visit()).toBe(1);
  stored['import-map-overrides-disabled'] = '["mf-a"]';
  expect([visit(), cookies.size]).toEqual([2, 0]);
  delete stored['import-map-overrides-disabled'];
  expect([visit(), cookies.size]).toEqual([2, 1]);
  delete stored[KEY];
  expect([visit(), cookies.size]).toEqual([2, 0]);
  expect(stored).toEqual({ theme: 'dark' });
});

test('a cookie that nothing is stored for stays; the form ends all, and no other form does', () => {
  const { visit, stored, cookies, sent } = browser({ [KEY]: URL_THERE, theme: 'dark' });
  cookies.set('import-map-override:mf-b', '5102');
  expect([visit(), cookies.size]).toEqual([2, 2]);
  sent('/contact');
  expect(stored[KEY]).toBe(URL_THERE);
  sent(OVERRIDES_PATH);
  expect(stored).toEqual({ theme: 'dark' });
  cookies.clear();
  expect([visit(), cookies.size]).toEqual([1, 0]);
});

test('a browser that refuses cookies, or has nonsense stored, goes on', () => {
  expect(browser({ [KEY]: URL_THERE }, { refuses: true }).visit()).toBe(1);
  expect(browser({ [KEY]: URL_THERE, 'import-map-overrides-disabled': '{' }).visit()).toBe(1);
  const odd = browser({ 'import-map-override:mf-a=b': '1', 'import-map-override:': '2; path=/x' });
  expect(odd.visit()).toBeLessThanOrEqual(2);
});

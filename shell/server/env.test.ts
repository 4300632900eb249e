import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { readShellEnv } from './env.ts';

const PUBLIC_KEY = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const PUBLIC = { PUBLIC_URL: 'https://www.example.com', TRUST_PROXY: '10.0.0.0/8' };

test.each([
  ['PUBLIC_URL', { HOST: '0.0.0.0' }],
  ['SESSION_SECRET', { ...PUBLIC, API_URL: 'http://api.internal:8080' }],
  ['TRUST_PROXY', { PUBLIC_URL: 'https://www.example.com' }],
  ['METRICS_PORT', { METRICS_HOST: '0.0.0.0' }],
])('%s is missed in half a configuration', (name, source) => {
  expect(() => readShellEnv(source)).toThrow(`  ${name} is not set; allowed: `);
});

test.each([
  ['nothing set', {}],
  ['the API on this machine', { API_URL: 'http://127.0.0.1:8080' }],
  ['a proxy in front', PUBLIC],
  ['an API elsewhere', { ...PUBLIC, API_URL: 'http://api:8080', SESSION_SECRET: 'x'.repeat(32), HOST: '0.0.0.0' }],
  ['development on all addresses', { NODE_ENV: 'development', HOST: '0.0.0.0' }],
])('it starts with %s', (_what, source) => {
  expect(() => readShellEnv(source)).not.toThrow();
});

test.each(['http://api:8080/backend', 'http://user:password@api:8080', 'http://api:8080/?zone=a'])(
  'API_URL names the API and nothing else: with %s, visitors’ own calls would go elsewhere than the pages’',
  (url) => {
    expect(() => readShellEnv({ API_URL: url, SESSION_SECRET: 'x'.repeat(32) })).toThrow(
      /^ {2}API_URL is ".+"; allowed: scheme, host and port only/m,
    );
  },
);

test('each missing variable has its line', () => {
  const half = { HOST: '0.0.0.0', API_URL: 'http://api:8080', METRICS_HOST: '::' };
  expect(() => readShellEnv(half)).toThrow(
    /PUBLIC_URL is not set.*\n.*SESSION_SECRET is not set.*\n.*METRICS_PORT is not set/,
  );
});

test.each([
  ['RELEASE_PUBLIC_KEYS', { RELEASE_PUBLIC_KEYS: PUBLIC_KEY }],
  ['CDN_FRESH_S', { CDN_FRESH_S: '60' }],
])('a site with %s takes no code from developers’ machines', (name, source) => {
  expect(() => readShellEnv({ ...source, DEV_OVERRIDES: 'on' })).toThrow(
    new RegExp(`^The environment is not usable:\n  DEV_OVERRIDES is "on"; allowed: off with ${name}, since `),
  );
  expect(readShellEnv(source).DEV_OVERRIDES).toBe('off');
});

test('overrides are on or off', () => {
  expect(readShellEnv({ DEV_OVERRIDES: 'on' }).DEV_OVERRIDES).toBe('on');
  expect(() => readShellEnv({ DEV_OVERRIDES: 'yes' })).toThrow('  DEV_OVERRIDES is "yes"; allowed: one of on, off.');
});

import { expect, test } from 'vitest';
import { readApiEnv } from './env.ts';

const FILES_STORE = 's3://company-files/site';
const endpoint = { AWS_ENDPOINT_URL_S3: 'http://storage.test' };
const key = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

test.each([
  ['no bucket', { FILES_STORE: 's3://' }, 'FILES_STORE'],
  ['another place', { FILES_STORE: 'file:///files' }, 'FILES_STORE'],
  ['a prefix that leaves the bucket', { FILES_STORE: 's3://bucket/a?b' }, 'FILES_STORE'],
  ['an id without its secret', { FILES_STORE, ...endpoint, AWS_ACCESS_KEY_ID: 'id' }, 'AWS_SECRET_ACCESS_KEY'],
  ['a secret without its id', { FILES_STORE, ...endpoint, AWS_SECRET_ACCESS_KEY: 'secret' }, 'AWS_ACCESS_KEY_ID'],
  ['a server of its own without a key', { FILES_STORE, ...endpoint }, 'AWS_ACCESS_KEY_ID'],
  ["Amazon's without a region", { FILES_STORE, ...key }, 'AWS_REGION'],
  ['an invalid endpoint', { FILES_STORE, ...key, AWS_ENDPOINT_URL_S3: 'storage.test:9000' }, 'AWS_ENDPOINT_URL_S3'],
])('half a configuration of object storage is refused with its name: %s', (_, env, name) => {
  expect(() => readApiEnv(env)).toThrow(new RegExp(`^ {2}${name} (is|is not set).*; allowed: `, 'm'));
});

test.each([
  ['a server of its own', { FILES_STORE, ...endpoint, ...key }],
  ["Amazon's, with a role of the machine", { FILES_STORE, AWS_REGION: 'eu-central-1' }],
  ['a profile', { FILES_STORE, AWS_PROFILE: 'site' }],
  ['none, whatever the release store has', { AWS_ACCESS_KEY_ID: 'id' }],
])('a whole one is taken: %s', (_, env) => {
  expect(readApiEnv(env).FILES_STORE).toBe((env as { FILES_STORE?: string }).FILES_STORE);
});

const production = { NODE_ENV: 'production' };
const SECRET = 'thirty-two characters and some more';

test.each([
  ['SESSION_SECRET', { ...production, DATABASE_URL: 'postgres://db/site' }],
  ['SESSION_SECRET', { ...production, API_HOST: '0.0.0.0' }],
  ['SMTP_URL', { ...production, MAIL_FROM: 'site@example.com' }],
  ['SMTP_URL', { ...production, CONTACT_TO: 'office@example.com' }],
  ['SMTP_URL', { ...production, CAREERS_TO: 'careers@example.com' }],
  ['OIDC_CLIENT_SECRET', { OIDC_CLIENT_ID: 'site' }],
  ['OIDC_CLIENT_ID', { OIDC_CLIENT_SECRET: 'x' }],
  ['OIDC_CLIENT_ID', { OIDC_ISSUER: 'https://id.example.com' }],
  ['PAYMENTS_SECRET', { ...production, REWARD_MIN_PAYMENT: 'USD 5' }],
  ['METRICS_PORT', { METRICS_HOST: '0.0.0.0' }],
])('%s is missed in half a configuration', (name, source) => {
  expect(() => readApiEnv(source)).toThrow(`  ${name} is not set; allowed: `);
});

test.each(['prod', 'Production'])('NODE_ENV=%s does not pass for development', (NODE_ENV) => {
  const source = { NODE_ENV, DATABASE_URL: 'postgres://db/site' };
  expect(() => readApiEnv(source)).toThrow('; allowed: one of production, development, test.');
});

test('a folder or a key in quotes, as Docker passes them on from a file, is not taken for another one', () => {
  for (const name of ['NODE_ENV', 'DATA_DIR', 'OIDC_CLIENT_ID', 'AWS_REGION'])
    expect(() => readApiEnv({ [name]: `"${'production'.repeat(4)}"` })).toThrow(`${name} is in quotes`);
});

test.each([
  ['nothing set', production],
  ['everything for one machine', { ...production, SMTP_URL: 'smtp://mail', MAIL_FROM: 'site@example.com' }],
  ['a database and a secret', { ...production, DATABASE_URL: 'postgres://db/site', SESSION_SECRET: SECRET }],
  ['a provider', { ...production, OIDC_CLIENT_ID: 'site', OIDC_CLIENT_SECRET: 'x' }],
  ['development with addresses for the mail files', { MAIL_FROM: 'site@example.com' }],
])('it starts with %s', (_what, source) => {
  expect(() => readApiEnv(source)).not.toThrow();
});

test.each(['smtp:user:password@mail.example.com', 'smtps:mail.example.com', 'smtp://'])(
  'a mail server is not named by %s, whose password nobody would see and so send without TLS',
  (SMTP_URL) => {
    expect(() => readApiEnv({ SMTP_URL })).toThrow(/^ {2}SMTP_URL is .*; allowed: the mail server after two slashes/m);
  },
);

test.each(['unix:/run/clamav/clamd.ctl', 'unix:///run/clamav/clamd.ctl', 'tcp://10.0.0.7:3310', 'tcp://[::1]:3310'])(
  'a virus scanner may be at %s',
  (CLAMD_URL) => {
    expect(readApiEnv({ CLAMD_URL }).CLAMD_URL).toBe(CLAMD_URL);
  },
);

test.each(['/run/clamav/clamd.ctl', 'unix:clamd.ctl', 'tcp://scanner', 'tcp://scanner:99999', 'http://scanner:3310'])(
  'a virus scanner cannot be at %s',
  (CLAMD_URL) => {
    expect(() => readApiEnv({ CLAMD_URL })).toThrow(/^ {2}CLAMD_URL is .*; allowed: /m);
  },
);

const keyBytes = (fill: string) => Buffer.alloc(32, fill).toString('base64');

test.each([
  ['no name', keyBytes('a')],
  ['no key', '2026:'],
  ['a short key', `2026:${Buffer.alloc(16, 'a').toString('base64')}`],
  ['a long key', `2026:${Buffer.alloc(33, 'a').toString('base64')}`],
  ['hexadecimal', `2026:${Buffer.alloc(32, 'a').toString('hex')}`],
  ['a name twice', `2026:${keyBytes('a')},2026:${keyBytes('b')}`],
  ['an empty part', `2026:${keyBytes('a')},`],
])('a key for CVs that cannot be one is refused, and not shown: %s', (_, CV_KEY) => {
  const refusal = () => readApiEnv({ CV_KEY });
  expect(refusal).toThrow(
    `  CV_KEY is set to something else (${CV_KEY.length} characters, not shown); allowed: a name and 32 random bytes`,
  );
});

test('of several keys for CVs the first one is in use', () => {
  const { CV_KEY } = readApiEnv({ CV_KEY: `2027:${keyBytes('b')}, 2026:${keyBytes('a')}` });
  expect(CV_KEY?.names).toEqual(['2027', '2026']);
});

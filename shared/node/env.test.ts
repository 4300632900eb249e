import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  amounts,
  EnvError,
  folder,
  httpOrigin,
  mailAddress,
  networks,
  oneOf,
  port,
  readEnv,
  secret,
  share,
  urlOf,
  wholeNumber,
} from './env.ts';

const schema = z.object({
  PORT: port.default(3000),
  PUBLIC_URL: httpOrigin.default('http://localhost:3000'),
  DATA_DIR: folder.prefault('.data'),
  DATABASE_URL: urlOf('postgres').optional(),
  STORE: urlOf('file', 's3').optional(),
  MAIL_FROM: mailAddress.optional(),
  MODE: oneOf(['a', 'b']).default('a'),
  SESSION_SECRET: secret.optional(),
  ACCEPTED_SESSION_SECRET: secret.optional(),
  TRUST_PROXY: networks.optional(),
  THREADS: wholeNumber('threads', 2, 200).default(8),
  LEAST: amounts.optional(),
  FRESH_S: wholeNumber('seconds', 0, 3600).default(0),
  SAMPLE: share.default(1),
});

function messageFor(source: Record<string, string>): string {
  try {
    readEnv(schema, source);
  } catch (error) {
    if (error instanceof EnvError) return error.message;
  }
  throw new Error('accepted');
}

test('without variables the defaults apply, and an empty variable counts as missing', () => {
  expect(readEnv(schema, { PORT: '', MODE: ' ' })).toMatchObject({
    PORT: 3000,
    PUBLIC_URL: 'http://localhost:3000',
    MODE: 'a',
  });
});

test('values are given in the form that the program needs', () => {
  expect(
    readEnv(schema, {
      PORT: '0',
      PUBLIC_URL: 'HTTPS://Example.com/',
      DATA_DIR: '/srv/data',
      TRUST_PROXY: '10.0.0.5,2001:db8::/32',
      STORE: 'file:///srv/releases/',
      FRESH_S: '60',
      SAMPLE: '0.25',
    }),
  ).toMatchObject({
    PORT: 0,
    PUBLIC_URL: 'https://example.com',
    DATA_DIR: '/srv/data',
    TRUST_PROXY: ['10.0.0.5', '2001:db8::/32'],
    STORE: 'file:///srv/releases',
    FRESH_S: 60,
    SAMPLE: 0.25,
  });
});

test('amounts of money are given in the smallest unit of their currency', () => {
  const { LEAST } = readEnv(schema, { LEAST: ' NGN 50000, USD 49.5,JPY 100.0,KWD 1.234 ' });
  expect([...LEAST!]).toEqual([
    ['NGN', 5_000_000],
    ['USD', 4_950],
    ['JPY', 100],
    ['KWD', 1_234],
  ]);
});

test.each([
  '50000',
  'NGN',
  'ngn 50',
  'NGM 50',
  'USD 0',
  'USD -1',
  'USD 1e5',
  'USD 1.005',
  'JPY 1.5',
  'USD 5, USD 6',
  'USD 5,',
  'USD 5; NGN 6',
  'USD 9999999999999',
  'USD 5 000',
])('%j is not an amount', (LEAST) =>
  expect(messageFor({ LEAST })).toContain(
    `LEAST is ${JSON.stringify(LEAST)}; allowed: amounts above 0 with the three letters of their currency`,
  ),
);

test.each([
  [{ PORT: '65536' }, 'PORT is "65536"; allowed: a whole number from 0 to 65535'],
  [{ PORT: '80a' }, 'PORT is "80a"; allowed: a whole number'],
  [{ PUBLIC_URL: 'https://example.com/site' }, 'allowed: scheme, host and port only'],
  [{ PUBLIC_URL: 'ftp://example.com' }, 'allowed: a URL that begins with http: or https:'],
  [{ MAIL_FROM: 'Ada <ada@example.com>' }, 'allowed: one email address'],
  [{ MODE: 'c' }, 'MODE is "c"; allowed: one of a, b'],
  [{ THREADS: '1' }, 'allowed: a whole number of threads from 2 to 200'],
  [{ THREADS: '2.5' }, 'allowed: a whole number of threads from 2 to 200'],
  [{ SAMPLE: '1.5' }, 'allowed: a number from 0 to 1, like 0.1'],
  [{ SAMPLE: '10%' }, 'allowed: a number from 0 to 1, like 0.1'],
  [{ THREADS: '201' }, 'allowed: a whole number of threads from 2 to 200'],
  [{ TRUST_PROXY: 'true' }, 'allowed: addresses or networks of proxies'],
  [{ TRUST_PROXY: 'proxy.example' }, 'allowed: addresses or networks of proxies'],
  [{ TRUST_PROXY: '10.0.0.0/33' }, 'allowed: addresses or networks of proxies'],
  [{ TRUST_PROXY: '10.0.0.5,' }, 'allowed: addresses or networks of proxies'],
  [{ TRUST_PROXY: '0.0.0.0/0' }, 'allowed: addresses or networks of proxies'],
  [{ TRUST_PROXY: '::/0' }, 'allowed: addresses or networks of proxies'],
  [{ STORE: 'file:releases' }, 'STORE is "file:releases"; allowed: for a folder, its absolute path'],
  [{ STORE: 'file://releases/site' }, 'allowed: for a folder, its absolute path'],
  [{ STORE: 'file:///srv/%2Freleases' }, 'allowed: for a folder, its absolute path'],
])('%o is refused with a message', (source, words) => {
  expect(messageFor(source)).toContain(words);
});

test.each(['"', "'"])('a value in quotes (%s) is refused, but for a secret that a site may run with', (quote) => {
  const quoted = (value: string) => `${quote}${value}${quote}`;
  const secretOf40 = 'hunter2-'.repeat(5);
  const message = messageFor({ DATA_DIR: quoted('/srv/data'), MODE: quoted('a') });
  expect(message.split('\n').slice(1)).toEqual(
    ['DATA_DIR', 'MODE'].map(
      (name) => `  ${name} is in quotes, which would be part of the value; allowed: the same without them.`,
    ),
  );
  const secrets = { SESSION_SECRET: quoted(secretOf40), ACCEPTED_SESSION_SECRET: quoted(secretOf40) };
  const given = { ...secrets, DATA_DIR: `/srv/data${quote}` };
  expect(readEnv(schema, given)).toMatchObject(given);
});

test('every wrong variable has its line, and none shows a secret', () => {
  const message = messageFor({
    PORT: 'x',
    MODE: 'y',
    SESSION_SECRET: 'hunter2',
    ACCEPTED_SESSION_SECRET: 'hunter4',
    DATABASE_URL: 'mysql://ada:hunter3@db/site',
  });
  expect(message.split('\n')).toHaveLength(6);
  expect(message).not.toMatch(/hunter|ada/);
});

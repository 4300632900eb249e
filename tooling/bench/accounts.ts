/**
 * `npm run bench -- --accounts`: does an answer's time tell whether an account exists, and how many guesses at a
 * password get through? Run it on a machine that does nothing else.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hashPassword } from '../../api/src/features/accounts/passwords/passwords.ts';
import { openDatabase } from '../../api/src/database/open.ts';
import * as users from '../../api/src/features/accounts/repository.ts';
import { accountCalls } from '../../shared/contracts/account.ts';
import { HOP_IP_HEADER, HOP_TOKEN_HEADER, hopToken } from '../../shared/node/hop.ts';
import { builtApi } from '../build/ensure-built.ts';
import { startServer } from '../processes/servers.ts';
import { SECRET } from './load.ts';
import { median, medianInterval } from './statistics.ts';
import { InstallationSecret } from '../../shared/node/installation-secret.ts';

const GUESSES = 10_000;
const GUESSES_AT_ONCE = 20;
/** Guesses at one account that may reach the hash in ten minutes. */
const GUESSES_THROUGH = 10;
/** It takes 1,000 pairs to be that sure. */
const TOLERANCE = 0.02;
const PUBLIC_URL = 'http://localhost:3000';
const PASSWORD = 'three green looms';

const subjects = {
  login: (email: string) => [accountCalls.login, { email, password: 'not the right one' }],
  register: (email: string) => [accountCalls.register, { username: 'Ada Obi', email, password: PASSWORD, term: true }],
  'forgotten password': (email: string) => [accountCalls.forgotPassword, { email }],
} satisfies Record<string, (email: string) => [string, object]>;

interface Attack {
  /** How many pairs of a known and an unknown address, per call. */
  pairs: number;
  /** How far the 95 % interval of the median difference may reach, as a share of the median. */
  tolerance?: number;
  /** URL of a PostgreSQL database; without it, SQLite. */
  url?: string | undefined;
  /** Hears each figure. */
  report?: (line: string) => void;
}

/** @returns how many figures were not as they should be */
export async function accountsUnderAttack(attack: Attack): Promise<number> {
  const { pairs, tolerance = TOLERANCE, url = '', report = console.log } = attack;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-accounts-'));
  const api = await startServer(await builtApi(), {
    DATA_DIR: dataDir,
    API_PORT: '0',
    PUBLIC_URL,
    SESSION_SECRET: SECRET,
    LOG_LEVEL: 'error',
    DATABASE_URL: url,
    SMTP_URL: '',
  });
  const post = poster(`http://127.0.0.1:${api.port}`);
  try {
    await addAccounts({ dataDir, url: url || undefined }, Object.keys(subjects), pairs);
    let failed = 0;
    for (const [name, callFor] of Object.entries(subjects))
      failed += (await compareTimes({ name, callFor, pairs, tolerance, report }, post)) ? 0 : 1;
    return failed + ((await guess(post, report)) ? 0 : 1);
  } finally {
    await api.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Post = (call: string, body: object, client: number) => Promise<number>;

/** Every request comes from an IP address of its own. @returns status */
function poster(origin: string): Post {
  return async (call, body, client) => {
    const ip = `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}`;
    const headers = {
      origin: PUBLIC_URL,
      'content-type': 'application/json',
      [HOP_TOKEN_HEADER]: hopToken(new InstallationSecret(SECRET)),
      [HOP_IP_HEADER]: ip,
    };
    const response = await fetch(origin + call, { method: 'POST', headers, body: JSON.stringify(body) });
    await response.arrayBuffer();
    return response.status;
  };
}

const knownEmail = (subject: string, n: number) => `known-${subject.replaceAll(' ', '-')}-${n}@example.com`;
const unknownEmail = (subject: string, n: number) => `other-${subject.replaceAll(' ', '-')}-${n}@example.com`;

/** An account for each pair: the limits on one account would end the measurement. */
async function addAccounts(
  place: { dataDir: string; url: string | undefined },
  names: string[],
  pairs: number,
): Promise<void> {
  const db = openDatabase(place);
  const hash = await hashPassword(PASSWORD);
  const now = new Date().toISOString();
  await db.transaction().execute(async (tx) => {
    for (const email of names.flatMap((name) => Array.from({ length: pairs }, (_, n) => knownEmail(name, n)))) {
      const user = await users.insertUser(tx, { name: 'Ada Obi', email, now });
      await users.setPassword(tx, user!.id, { hash, now });
    }
  });
  await db.destroy();
}

interface Comparison {
  name: string;
  callFor: (email: string) => [string, object];
  pairs: number;
  tolerance: number;
  report: (line: string) => void;
}

async function compareTimes({ name, callFor, pairs, tolerance, report }: Comparison, post: Post): Promise<boolean> {
  const times = { known: [] as number[], unknown: [] as number[] };
  const statuses = { known: new Set<number>(), unknown: new Set<number>() };
  for (let n = 0; n < pairs; n += 1) {
    const order = n % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const side of order) {
      const [call, body] = callFor(side === 'known' ? knownEmail(name, n) : unknownEmail(name, n));
      const begin = performance.now();
      statuses[side].add(await post(call, body, 2 * n + (side === 'known' ? 0 : 1)));
      times[side].push(performance.now() - begin);
    }
  }
  const usual = median(times.unknown);
  const [low, high] = medianInterval(times.known.map((time, n) => time - times.unknown[n]!)).map(
    (difference) => difference / usual,
  ) as [number, number];
  const isFine = low > -tolerance && high < tolerance && [...statuses.known].join() === [...statuses.unknown].join();
  const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
  report(
    `  ${name}: known ${median(times.known).toFixed(1)} ms, unknown ${usual.toFixed(1)} ms; ${pairs} pairs, 95 % interval of the median difference ` +
      `${percent(low)} to ${percent(high)}; status ${[...statuses.known].join()} and ${[...statuses.unknown].join()}${isFine ? '' : ' — too different'}`,
  );
  return isFine;
}

async function guess(post: Post, report: (line: string) => void): Promise<boolean> {
  const [call, { email }] = [accountCalls.login, { email: knownEmail('register', 0) }];
  const begin = performance.now();
  const counts = new Map<number, number>();
  let next = 0;
  const guesser = async () => {
    while (next < GUESSES) {
      const n = (next += 1);
      const status = await post(call, { email, password: `guess number ${n}` }, 1_000_000 + n);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: GUESSES_AT_ONCE }, guesser));
  const minutes = (performance.now() - begin) / 60_000;
  const through = counts.get(401) ?? 0;
  const isFine = through <= GUESSES_THROUGH * Math.ceil(minutes / 10) && through + (counts.get(429) ?? 0) === GUESSES;
  report(
    `  guessing: ${GUESSES} tries from as many addresses in ${minutes.toFixed(1)} minutes, ${through} reached the hash${isFine ? '' : ' — too many'}`,
  );
  return isFine;
}

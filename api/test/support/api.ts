/** The real application on a real socket, within the test's process. */
import { randomInt } from 'node:crypto';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { ArrivalLimits } from 'shared/node/http/arrival';
import { HOP_IP_HEADER, HOP_TOKEN_HEADER, hopToken } from 'shared/node/hop';
import { InstallationSecret } from 'shared/node/installation-secret';
import { createApp } from '../../src/app.ts';
import type { PasswordCost } from '../../src/features/accounts/passwords/passwords.ts';
import type { DatabaseKind, Db } from '../../src/database/schema.ts';
import type { FileStore } from '../../src/files/file-store.ts';
import { openFiles } from '../../src/files/open-files.ts';
import type { VirusScanner } from '../../src/files/virus-scanner.ts';
import { createLog } from '../../src/log.ts';
import { makeMigratedPlace, openMigrated, type Place } from './database.ts';
import { type LightFetch, lightFetch } from './light-fetch.ts';

export const PUBLIC_URL = 'http://site.test';
/** The least that Argon2id takes: hundreds of members register in these tests, each time at 40 ms otherwise. */
export const CHEAP_PASSWORDS: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
export const SESSION_SECRET = 'a secret that only this test run knows';
export const SECRET = new InstallationSecret(SESSION_SECRET);

export interface TestApi {
  db: Db;
  files: FileStore;
  place: Place;
  origin: string;
  server: Server;
  /** Everything that was logged, one JSON line each. */
  log: string[];
  /** How often the outbox was told that there is something to send. */
  wakes: () => number;
  fetch: Fetch;
  close: () => Promise<void>;
}

type Fetch = (path: string, init?: RequestInit & { client?: string }) => Promise<Response>;

type AppEnv = Parameters<typeof createApp>[0]['env'];

interface Surroundings {
  /** The referral programme's clock. */
  clock?: () => number;
  /** How long requests may take to arrive. */
  arrival?: ArrivalLimits;
  /** How late the event loop may be. The test shares it, and a busy machine must not turn visitors away. */
  loopDelayMax?: number;
  /** How long after it listens it becomes ready, in milliseconds: as if its database were away, or being migrated. */
  migrationTime?: number;
  /** Whether hashing a password costs as much as in production. */
  isPasswordCostUsual?: boolean;
  /** Where CVs and images are; the database if it is not given. */
  filesOf?: (db: Db) => FileStore;
  /** Looks for viruses in CVs. @param log the API's */
  scannerOf?: (log: FastifyBaseLogger) => VirusScanner;
  /** Another instance, whose database this one shares. */
  beside?: TestApi;
  /** The installation's, if it is not {@link SECRET}. */
  secret?: InstallationSecret;
}

/** Starts the application on a new database. Each request has its own IP address unless `client` names one. */
export async function startApi(
  kind: DatabaseKind,
  env: Partial<AppEnv> = {},
  {
    clock,
    arrival,
    loopDelayMax = 0,
    migrationTime = 0,
    isPasswordCostUsual = false,
    filesOf = openFiles,
    scannerOf,
    beside,
    secret = SECRET,
  }: Surroundings = {},
): Promise<TestApi> {
  const place = beside?.place ?? (await makeMigratedPlace(kind));
  const db = await openMigrated(place);
  const files = filesOf(db);
  const log: string[] = [];
  const logger = createLog('info', { write: (line) => void log.push(line) });
  let wakes = 0;
  let servesSince: number | undefined;
  const app = await createApp({
    db,
    env: {
      PUBLIC_URL,
      CONTACT_TO: 'office@site.test',
      CAREERS_TO: 'careers@site.test',
      MAIL_FROM: 'site@site.test',
      POSTING: 'public',
      REWARD_MIN_PAYMENT: new Map([
        ['NGN', 5_000_000],
        ['USD', 5_000],
      ]),
      OIDC_ISSUER: 'http://127.0.0.1:1',
      ...env,
    },
    secret,
    files,
    uploads: join(place.dataDir, 'uploads'),
    mails: join(place.dataDir, 'mail'),
    wakeOutbox: () => {
      wakes += 1;
    },
    servesSince: () => servesSince,
    ...(clock ? { clock } : {}),
    ...(arrival ? { arrival } : {}),
    loopDelayMax,
    ...(isPasswordCostUsual ? {} : { passwordCost: CHEAP_PASSWORDS }),
    scanner: scannerOf?.(logger),
    log: logger,
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const light = lightFetch();
  if (migrationTime > 0) await delay(migrationTime);
  servesSince = performance.now();
  return {
    db,
    files,
    place,
    origin,
    server: app.server,
    log,
    wakes: () => wakes,
    fetch: fetchFrom(origin, secret, light),
    close: async () => {
      light.close();
      await app.close();
      await db.destroy();
      if (!beside) await place.remove();
    },
  };
}

/** Calls as the shell's server does: with the hop's token and the visitor's IP address. */
export function fetchFrom(origin: string, secret: InstallationSecret, send: typeof fetch | LightFetch = fetch): Fetch {
  const token = hopToken(secret);
  return (path, { client = randomIp(), headers, ...init } = {}) =>
    send(origin + path, {
      ...init,
      headers: {
        [HOP_TOKEN_HEADER]: token,
        [HOP_IP_HEADER]: client,
        ...(headers as Record<string, string> | undefined),
      },
    });
}

/** Request with a JSON body. */
export function json(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };
}

function randomIp(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
}

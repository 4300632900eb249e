/** API processes, started as in production, on a database that a row makes for itself. */
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { openDatabase } from '../../../api/src/database/open.ts';
import type { Db } from '../../../api/src/database/schema.ts';
import { HOP_IP_HEADER, HOP_TOKEN_HEADER } from '../../../shared/node/hop.ts';
import { builtApi } from '../../build/ensure-built.ts';
import { type RunningServer, startServer } from '../../processes/servers.ts';
import { HOP_TOKEN, PAYMENTS_SECRET, SECRET } from '../stage.ts';
import type { Circumstances } from './row.ts';

export const PUBLIC_URL = 'http://site.test';
/** An answer that takes longer has failed. */
const PATIENCE_MS = 30_000;

export interface Place {
  dataDir: string;
  /** URL of the PostgreSQL database; nothing for SQLite. */
  url: string | undefined;
}

/** A new data folder, and with PostgreSQL a new database. */
export async function makePlace({ database, postgres, begun }: Circumstances): Promise<Place> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'faults-'));
  begun.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  if (database === 'sqlite') return { dataDir, url: undefined };
  const server = await postgres();
  const name = `row_${randomBytes(8).toString('hex')}`;
  await administer(server.url, `create database ${name}`);
  return { dataDir, url: server.urlOf(name) };
}

/** One statement that cannot be part of a transaction. @param url of another database of the server */
export async function administer(url: string, statement: string): Promise<void> {
  const db = openDatabase({ dataDir: '', url });
  try {
    await sql.raw(statement).execute(db);
  } finally {
    await db.destroy();
  }
}

/** Looks into the database, beside the API. */
export async function withDatabase<Result>(place: Place, look: (db: Db) => Promise<Result>): Promise<Result> {
  const db = openDatabase(place);
  try {
    return await look(db);
  } finally {
    await db.destroy();
  }
}

/** Status 0 if the connection broke before there was an answer. */
export interface Answer {
  status: number;
  body: string;
  cookies: string;
}

export interface Instance {
  server: RunningServer;
  /** Sends JSON, or asks with GET if there is none, like the shell: each time for another visitor. Never throws. */
  send: (target: string, body?: object, headers?: Record<string, string>) => Promise<Answer>;
  /** The lines that it logged. */
  log: string[];
  /** SIGKILL. */
  kill: () => Promise<void>;
  isRunning: () => boolean;
}

export async function startInstance(
  place: Place,
  begun: AsyncDisposableStack,
  env: Record<string, string> = {},
): Promise<Instance> {
  const log: string[] = [];
  const server = await startServer(
    await builtApi(),
    {
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.url ?? '',
      API_PORT: '0',
      PUBLIC_URL,
      SESSION_SECRET: SECRET,
      PAYMENTS_SECRET,
      SMTP_URL: '',
      LOG_LEVEL: 'warn',
      ...env,
    },
    (line) => log.push(line),
  );
  begun.defer(server.stop);
  const agent = new Agent({ keepAlive: true });
  begun.defer(() => agent.destroy());
  return {
    server,
    log,
    send: (target, body, headers) => send(server.port, agent, { target, body, headers }),
    kill: async () => {
      const ended = once(server.process, 'exit');
      server.process.kill('SIGKILL');
      await ended;
      agent.destroy();
    },
    isRunning: () => server.process.exitCode === null && server.process.signalCode === null,
  };
}

interface Sent {
  target: string;
  body?: object | undefined;
  headers?: Record<string, string> | undefined;
}

/** Every request comes from another IP address, so that limits per address hide nothing. */
function visitorHeaders(): Record<string, string> {
  return {
    origin: PUBLIC_URL,
    [HOP_TOKEN_HEADER]: HOP_TOKEN,
    [HOP_IP_HEADER]: `10.${randomInt(256)}.${randomInt(256)}.${1 + randomInt(254)}`,
  };
}

function send(port: number, agent: Agent, { target, body, headers }: Sent): Promise<Answer> {
  return new Promise((resolve) => {
    const nothing = () => resolve({ status: 0, body: '', cookies: '' });
    const content = body && JSON.stringify(body);
    const sent = request({
      host: '127.0.0.1',
      port,
      agent,
      path: target,
      method: content === undefined ? 'GET' : 'POST',
      timeout: PATIENCE_MS,
      headers: {
        ...visitorHeaders(),
        ...(content === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
        ...headers,
      },
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', nothing);
    sent.once('response', (response) => {
      const cookies = (response.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; ');
      text(response).then((words) => resolve({ status: response.statusCode ?? 0, body: words, cookies }), nothing);
    });
    sent.end(content);
  });
}

/** The API said that it was busy, as it may on a busy machine, and when to come back. */
export const saysBusy = ({ status, body }: Answer): boolean => status === 503 && body.includes('The site is busy');

/** Looks every few milliseconds until it is so. @returns how long that took, in ms; Infinity if too long */
export async function until(isSo: () => boolean | Promise<boolean>, patience: number): Promise<number> {
  const begin = performance.now();
  while (performance.now() - begin < patience) {
    if (await isSo()) return performance.now() - begin;
    await delay(10);
  }
  return Infinity;
}

export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

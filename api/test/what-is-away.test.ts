/** The API as a process while PostgreSQL or object storage is away: it says so, stays, and loses nothing. */
import { accountCalls } from 'shared/contracts/account';
import { contactCall } from 'shared/contracts/contact';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startPostgres } from '../../tooling/postgres/start-postgres.ts';
import { freePort } from '../../tooling/processes/free-port.ts';
import { MIGRATION_TABLE } from '../src/database/migrate.ts';
import { openDatabase } from '../src/database/open.ts';
import type { Db } from '../src/database/schema.ts';
import { hashPassword } from '../src/features/accounts/passwords/passwords.ts';
import { insertUser, setPassword } from '../src/features/accounts/repository.ts';
import { json } from './support/api.ts';
import { goodMessage, storedMessages } from './support/contact.ts';
import { beginBeside, lockAwaited, makeMigratedPlace, makePlace, type Place } from './support/database.ts';
import { type ApiProcess, beginProcess, startProcess } from './support/process.ts';
import { goodPassword, problemOf } from './support/visitor.ts';

/** @returns headers with the session of a new member */
async function loggedIn(place: Place, api: ApiProcess): Promise<Record<string, string>> {
  const [email, now] = ['ada@example.com', new Date().toISOString()];
  const db = openDatabase(place);
  const { id } = (await insertUser(db, { name: 'Ada Obi', email, now }))!;
  await setPassword(db, id, { hash: await hashPassword(goodPassword), now });
  await db.destroy();
  const origin = 'http://localhost:3000';
  const answer = await api.fetch(accountCalls.login, json({ email, password: goodPassword }, { origin }));
  expect(answer.status).toBe(200);
  return { origin, cookie: answer.headers.getSetCookie()[0]!.split(';')[0]! };
}

/** Status of `/readyz`, and what it says. */
async function readiness(api: ApiProcess): Promise<[number, string]> {
  const answer = await api.fetch('/readyz');
  return [answer.status, (await problemOf(answer)).detail];
}

test('PostgreSQL is killed and comes back: the API says so, stays, and loses nothing', async () => {
  const postgres = await startPostgres();
  const local = await makePlace('sqlite');
  const place: Place = { ...local, kind: 'postgres', url: postgres.url };
  const api = await startProcess(place);
  try {
    const acknowledged = new Set<string>();
    const add = async () => {
      const response = await api.fetch(contactCall, json(goodMessage));
      if (response.status === 201) acknowledged.add(((await response.json()) as { id: string }).id);
      else await response.body?.cancel();
      return response;
    };
    for (let n = 0; n < 20; n += 1) expect((await add()).status).toBe(201);
    const member = await loggedIn(place, api);
    const inFlight = Array.from({ length: 20 }, add);
    await postgres.kill();
    for (const response of await Promise.all(inFlight)) expect([201, 503]).toContain(response.status);

    const away = await api.fetch(contactCall, json(goodMessage));
    expect(away.status).toBe(503);
    expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await away.json()).toMatchObject({ code: 'unavailable' });
    const account = await api.fetch(accountCalls.account, { headers: member });
    expect([account.status, await account.json()], 'whose session it is').toMatchObject([503, { code: 'unavailable' }]);
    expect(Number(account.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await api.fetch('/readyz')).status).toBe(503);
    expect((await api.fetch('/healthz')).status).toBe(200);

    await postgres.restart();
    await expect.poll(async () => (await api.fetch('/readyz')).status).toBe(200);
    expect((await add()).status).toBe(201);
    expect((await api.fetch(accountCalls.account, { headers: member })).status).toBe(200);

    const db = openDatabase(place);
    // As when a password is changed at the server first.
    await sql`alter role postgres password 'other'`.execute(db);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'api'
      and pid <> pg_backend_pid()`.execute(db);
    const refused = () => api.output().includes('password authentication failed');
    // A connection may last a little longer.
    while (!refused()) expect([201, 503]).toContain((await add()).status);
    const answered = ({ status, headers }: Response) => [status, headers.get('retry-after')];
    await expect.poll(async () => answered(await add())).toEqual([503, '5']);
    const readAccount = () => api.fetch(accountCalls.account, { headers: member });
    await expect.poll(async () => answered(await readAccount())).toEqual([503, '5']);
    await sql`alter role postgres password ${sql.lit(new URL(postgres.url).password)}`.execute(db);
    await expect.poll(async () => (await add()).status).toBe(201);
    const { ids, withoutMail } = await storedMessages(db);
    await db.destroy();
    expect([...acknowledged].filter((id) => !ids.includes(id))).toEqual([]);
    expect(withoutMail).toEqual([]);
    expect(api.child.exitCode).toBeNull();
  } finally {
    await api.end('SIGKILL');
    await postgres.stop();
    await local.remove();
  }
});

test('PostgreSQL is not there when the API starts: it waits, says so in one line, and is not ready', async () => {
  const postgres = await startPostgres();
  await postgres.kill();
  const local = await makePlace('sqlite');
  const place: Place = { ...local, kind: 'postgres', url: postgres.url };
  const apis = await Promise.all(
    [1, 2].map(async () => beginProcess(place, { API_PORT: String(await freePort()), LOG_LEVEL: 'info' })),
  );
  const [api, other] = apis as [(typeof apis)[0], (typeof apis)[0]];
  try {
    for (const each of apis)
      await expect.poll(async () => (await each.fetch('/healthz').catch(() => undefined))?.status).toBe(200);
    expect(await readiness(api)).toEqual([503, 'The database does not answer.']);
    const refused = await api.fetch(contactCall, json(goodMessage));
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // Time for several attempts.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(api.output().match(/waiting for the database/g)).toHaveLength(1);
    expect(api.output()).toContain('ECONNREFUSED');
    expect(await other.end('SIGTERM')).toBe(0);

    await postgres.restart();
    await api.ready;
    expect((await api.fetch('/readyz')).status).toBe(200);
    expect((await api.fetch(contactCall, json(goodMessage))).status).toBe(201);
    expect(api.output().match(/waiting for the database|the database can be reached/g)).toHaveLength(2);
  } finally {
    await Promise.all(apis.map((each) => each.end('SIGKILL')));
    await postgres.stop();
    await local.remove();
  }
});

describe('another instance migrates the database', () => {
  let place: Place;
  let db: Db;
  let started: ApiProcess[];
  beforeEach(async () => {
    place = await makeMigratedPlace('postgres');
    db = openDatabase(place);
    started = [];
    onTestFinished(async () => {
      await Promise.all(started.map((each) => each.end('SIGKILL')));
      await db.destroy();
      await place.remove();
    });
  });
  const migration = async () => {
    const other = await beginBeside(db);
    await sql`lock table ${sql.table(MIGRATION_TABLE)}`.execute(other);
    return { end: () => other.rollback().execute() };
  };
  const start = async () => {
    const api = beginProcess(place, { API_PORT: String(await freePort()), LOG_LEVEL: 'info' });
    started.push(api);
    await expect.poll(async () => (await api.fetch('/healthz').catch(() => undefined))?.status).toBe(200);
    return api;
  };
  const send = (api: ApiProcess) => api.fetch(contactCall, json(goodMessage));

  // A busy machine may use up the two seconds.
  test('an early request waits', { retry: 2 }, async () => {
    const other = await migration();
    const api = await start();
    expect((await api.fetch('/readyz')).status).toBe(503);
    const sent = send(api);
    await lockAwaited(db);
    await other.end();
    expect((await sent).status).toBe(201);
  });

  test('and after two seconds is told to come back; an instance that is to stop does not begin', async () => {
    const other = await migration();
    const api = await start();
    expect(await readiness(api)).toEqual([503, 'The database is being migrated.']);
    const refused = await send(api);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const stops = api.end('SIGTERM');
    await expect.poll(api.output).toContain('"stopping"');
    await other.end();
    expect(await stops).toBe(0);
    expect(api.output()).not.toMatch(/"ready"|housekeeping|outbox/);
  });
});

test('object storage away is one line in the log and in readiness; the API serves everything else', async () => {
  const place = await makePlace('sqlite');
  const api = await startProcess(place, {
    FILES_STORE: 's3://company-files/site',
    AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'a secret key',
  });
  try {
    await expect.poll(() => api.output()).toContain('files cannot be read or stored');
    expect(api.output().trim().split('\n')).toHaveLength(1);
    expect(api.output()).toContain('s3://company-files/site');
    expect(api.output()).not.toContain('a secret key');
    const ready = await api.fetch('/readyz');
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok', files: 'away' }]);
    expect((await api.fetch(contactCall, json(goodMessage))).status).toBe(201);
  } finally {
    await api.end('SIGKILL');
    await place.remove();
  }
});

import { sql } from 'kysely';
import { contactCall } from 'shared/contracts/contact';
import { postCalls } from 'shared/contracts/posts';
import type { Problem } from 'shared/contracts/problem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, startApi, type TestApi } from '../../test/support/api.ts';
import { goodMessage, storedMessages } from '../../test/support/contact.ts';

describe('PostgreSQL that cannot write', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi('postgres');
  });
  afterAll(() => api.close());
  const send = () => api.fetch(contactCall, json(goodMessage));

  test('for now, as a standby, is away for writes; reading goes on', async () => {
    const set = (mode: 'only' | 'write') =>
      sql`set session characteristics as transaction read ${sql.raw(mode)}`.execute(api.db);
    await set('only');
    const refused = await send();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await refused.json()).toMatchObject({ code: 'unavailable' });
    expect((await api.fetch(postCalls.post(1))).status).toBe(200);
    await set('write');
    expect((await send()).status).toBe(201);
  });

  test.each([
    ['25P03', 'waited long enough within a transaction', 503, 'unavailable'],
    ['25P04', 'waited long enough for a transaction', 503, 'unavailable'],
    ['53000', 'lacks something', 503, 'unavailable'],
    ['53100', 'has a full disk', 507, 'storage-full'],
    ['53200', 'is out of memory', 503, 'unavailable'],
    ['53300', 'has too many connections', 503, 'unavailable'],
    ['53400', 'has reached a limit that was set', 503, 'unavailable'],
    ['55P03', 'waited long enough for a lock', 503, 'unavailable'],
    ['57P01', 'is being stopped', 503, 'unavailable'],
    ['57P02', 'has crashed', 503, 'unavailable'],
    ['57P03', 'is starting', 503, 'unavailable'],
    ['57P05', 'has closed the connection, which was idle', 503, 'unavailable'],
  ])('since it says %s: it %s', async (state, _why, status, code) => {
    await sql`create function refuse() returns trigger language plpgsql
      as $$ begin raise exception 'A secret of the server.' using errcode = ${sql.lit(state)}; end $$`.execute(api.db);
    await sql`create trigger refuse before insert on contact_messages for each row execute function refuse()`.execute(
      api.db,
    );
    const refused = await send();
    await sql`drop function refuse() cascade`.execute(api.db);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([status, '5']);
    const problem = (await refused.json()) as Problem;
    expect(problem.code).toBe(code);
    expect(problem.detail).toMatch(/^(This is not available|Nothing more can be stored) at the moment\./);
    expect((await send()).status, 'afterwards').toBe(201);
  });
});

test('a full disk is reported clearly; reading goes on, nothing is half there, and writing recovers', async () => {
  const api = await startApi('sqlite');
  try {
    const pages = await sql<{ pageCount: number }>`pragma page_count`.execute(api.db);
    await sql`pragma max_page_count = ${sql.lit(pages.rows[0]?.pageCount)}`.execute(api.db);
    const big = await api.fetch(postCalls.add, json({ title: 'Big', content: 'x'.repeat(199_000) }));
    expect(big.status).toBe(507);
    expect(await big.json()).toMatchObject({ code: 'storage-full' });

    const statuses = new Set<number>();
    for (let n = 0; n < 40; n += 1) {
      const response = await api.fetch(contactCall, json({ ...goodMessage, message: 'm'.repeat(4_000) }));
      statuses.add(response.status);
      await response.body?.cancel();
    }
    expect([...statuses].filter((status) => status !== 201)).toEqual([507]);
    expect((await storedMessages(api.db)).withoutMail).toEqual([]);
    expect((await api.fetch(postCalls.post(1))).status).toBe(200);

    await sql`pragma max_page_count = 1000000`.execute(api.db);
    expect((await api.fetch(contactCall, json(goodMessage))).status).toBe(201);
    expect((await sql`pragma integrity_check`.execute(api.db)).rows).toEqual([{ integrityCheck: 'ok' }]);
  } finally {
    await api.close();
  }
});

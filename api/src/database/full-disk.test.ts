import { sql } from 'kysely';
import { contactCall } from 'shared/contracts/contact';
import { postCalls } from 'shared/contracts/posts';
import { expect, test } from 'vitest';
import { json, startApi } from '../../test/support/api.ts';
import { goodMessage, storedMessages } from '../../test/support/contact.ts';

test('PostgreSQL that takes no writes for now, as a standby, is away for them; reading goes on', async () => {
  const api = await startApi('postgres');
  const set = (mode: 'only' | 'write') =>
    sql`set session characteristics as transaction read ${sql.raw(mode)}`.execute(api.db);
  try {
    await set('only');
    const refused = await api.fetch(contactCall, json(goodMessage));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await refused.json()).toMatchObject({ code: 'unavailable' });
    expect((await api.fetch(postCalls.post(1))).status).toBe(200);
    await set('write');
    expect((await api.fetch(contactCall, json(goodMessage))).status).toBe(201);
  } finally {
    await api.close();
  }
});

test('a full disk is reported clearly; reading goes on, nothing is half there, and writing recovers', async () => {
  const api = await startApi('sqlite');
  try {
    const pages = await sql<{ pageCount: number }>`pragma page_count`.execute(api.db);
    await sql`pragma max_page_count = ${sql.lit(pages.rows[0]?.pageCount)}`.execute(api.db);
    const big = await api.fetch(postCalls.add, json({ title: 'Big', content: 'x'.repeat(200_000) }));
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

/** The database has stored something, and its answer is lost: no one is told that it was not done. */
import { contactCall } from 'shared/contracts/contact';
import { IDEMPOTENCY_HEADER } from 'shared/contracts/idempotency';
import { postCalls } from 'shared/contracts/posts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { json, startApi, type TestApi } from '../../test/support/api.ts';
import { goodMessage, storedMessages } from '../../test/support/contact.ts';
import { openLosingLine, type LosingLine } from '../../test/support/losing-line.ts';
import { problemOf } from '../../test/support/visitor.ts';
import { openDatabase } from './open.ts';
import { UnknownOutcomeError } from './unknown-outcome.ts';

describe('PostgreSQL', () => {
  let first: TestApi;
  let api: TestApi;
  let line: LosingLine;
  beforeEach(async () => {
    first = await startApi('postgres');
    line = await openLosingLine(first.place.url!);
    api = await startApi('postgres', {}, { beside: { ...first, place: { ...first.place, url: line.url } } });
  });
  afterEach(async () => {
    await api.close();
    await first.close();
  });

  test('a commit is done and not answered: the API says that it does not know, and a key makes it safe', async () => {
    const send = () => api.fetch(contactCall, json(goodMessage, { [IDEMPOTENCY_HEADER]: 'lost' }));
    line.loseAnswerTo('commit');
    const answer = await send();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await problemOf(answer)).toMatchObject({
      code: 'outcome-unknown',
      detail: 'We do not know whether that was done. Please check before you try again.',
    });
    const { ids } = await storedMessages(first.db);
    expect(ids).toHaveLength(1);
    const again = await send();
    expect([again.status, await again.json()]).toEqual([201, { id: ids[0] }]);
  });

  test('what fails before the commit has not been done, and the API does not doubt it', async () => {
    line.loseAnswerTo('insert into "contact_messages"');
    const answer = await api.fetch(contactCall, json(goodMessage));
    expect([answer.status, (await problemOf(answer)).code]).toEqual([503, 'unavailable']);
    expect((await storedMessages(first.db)).ids).toEqual([]);
  });

  test('a single statement is its own commit; what is only read is no doubt', async () => {
    const db = openDatabase({ dataDir: first.place.dataDir, url: line.url });
    try {
      await sql`create table notes (text text unique)`.execute(first.db);
      const write = (text: string) => sql`insert into notes values (${text})`.execute(db);
      line.loseAnswerTo('insert into notes');
      await expect(write('done')).rejects.toBeInstanceOf(UnknownOutcomeError);
      await expect(write('done'), 'it was').rejects.toMatchObject({ name: 'error', code: '23505' });
      line.loseAnswerTo('select text');
      await expect(sql`select text from notes`.execute(db)).rejects.not.toBeInstanceOf(UnknownOutcomeError);
    } finally {
      await db.destroy();
    }
    line.loseAnswerTo('select');
    const read = await api.fetch(postCalls.posts);
    expect([read.status, (await problemOf(read)).code]).toEqual([503, 'unavailable']);
  });

  test('what only asks for something has done nothing, whatever goes wrong', async () => {
    await sql`alter table posts rename to posts_gone`.execute(first.db);
    const { code, detail } = await problemOf(await api.fetch(postCalls.posts));
    expect(code).toBe('internal-error');
    expect(detail).toMatch(/^Something went wrong on our side\. Please try again later\./);
  });

  test('a commit that PostgreSQL refuses has not been done', async () => {
    await sql`
      create table notes (text text unique deferrable initially deferred)
    `.execute(first.db);
    const commit = first.db.transaction().execute(async (tx) => {
      for (const _ of 'ab') await sql`insert into notes values ('twice')`.execute(tx);
    });
    const error: unknown = await commit.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: '23505' });
    expect(error).not.toBeInstanceOf(UnknownOutcomeError);
  });
});

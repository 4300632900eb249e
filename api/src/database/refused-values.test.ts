/** The last line of defence: a value that the database refuses is the request's error, and is looked into. */
import fastify from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { postCalls } from 'shared/contracts/posts';
import type { Problem } from 'shared/contracts/problem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { answerError } from '../http/error-handler.ts';
import { startApi, type TestApi } from '../../test/support/api.ts';
import { databaseKinds } from '../../test/support/database.ts';

const refused: Record<'sqlite' | 'postgres', [string, RawBuilder<unknown>][]> = {
  sqlite: [['a value beyond any size', sql`select zeroblob(2000000000)`]],
  postgres: [
    ['U+0000 (22021)', sql`select ${'a\0b'}::text`],
    ['U+0000 in JSON (22P05)', sql`select ${'{"a":"\\u0000"}'}::jsonb->>'a'`],
    ['a number beyond its type (22003)', sql`select ${'99999999999'}::int`],
    ['text for a number (22P02)', sql`select ${'x'}::int`],
    ['a time that never is (22008)', sql`select ${'2026-02-31'}::date`],
  ],
};

describe.each(databaseKinds)('on %s', (kind) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(kind);
  });
  afterAll(() => api.close());

  test.each(refused[kind])('%s is a 400 and in the log', async (_name, query) => {
    const lines: string[] = [];
    const app = fastify({ loggerInstance: createLog('error', { write: (line) => void lines.push(line) }) });
    app.setErrorHandler(answerError);
    app.get('/', () => query.execute(api.db));
    const response = await app.inject('/');
    expect(response.statusCode).toBe(400);
    expect(response.json<Problem>()).toMatchObject({
      code: 'malformed-request',
      detail: expect.stringContaining('cannot be stored') as string,
    });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('request failed');
    await app.close();
  });

  test('an image id that no database can read is not found', async () => {
    // As long as a real id, so that the database is asked.
    const { status } = await api.fetch(`${postCalls.images}/${'%00'.repeat(22)}`);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});

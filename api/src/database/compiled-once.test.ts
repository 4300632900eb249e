import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds, makeMigratedPlace, openMigrated, type Place } from '../../test/support/database.ts';
import { compiledOnce } from './compiled-once.ts';
import type { Db } from './schema.ts';

describe.each(databaseKinds)('a statement that is compiled once, on %s', (kind) => {
  let place: Place;
  let db: Db;
  beforeAll(async () => {
    place = await makeMigratedPlace(kind);
    db = await openMigrated(place);
  });
  afterAll(async () => {
    await db.destroy();
    await place.remove();
  });

  test('is built for its first run, and has the values of each', async () => {
    let built = 0;
    const add = compiledOnce((to, row: { key: string; at: string }) => {
      built += 1;
      return to
        .insertInto('attempts')
        .values({ key: row.key, times: '[]', lastAt: row.at })
        .returning(['key', 'times', 'lastAt']);
    });
    expect((await add(db, { key: 'a', at: 'then' })).rows).toEqual([{ key: 'a', times: '[]', lastAt: 'then' }]);
    const second = await db.transaction().execute((tx) => add(tx, { key: 'b', at: "it's; now" }));
    expect(second.rows).toEqual([{ key: 'b', times: '[]', lastAt: "it's; now" }]);
    expect(built).toBe(1);
    const rows = await db.selectFrom('attempts').select(['key', 'lastAt']).orderBy('key').execute();
    expect(rows).toEqual([
      { key: 'a', lastAt: 'then' },
      { key: 'b', lastAt: "it's; now" },
    ]);
  });

  test('is refused when it computes with a value, which is the first run’s', () => {
    const find = compiledOnce((from, { key }: { key: string }) =>
      from.selectFrom('attempts').selectAll().where('key', '=', `${key}!`),
    );
    expect(() => find(db, { key: 'a' })).toThrow('the value of key is not known yet');
  });
});

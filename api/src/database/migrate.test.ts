import type { Migration } from 'kysely/migration';
import { expect, test } from 'vitest';
import { makeMigratedPlace } from '../../test/support/database.ts';
import { appliedMigrations, migrateWithin, migrationNames } from './migrate.ts';
import { openDatabase } from './open.ts';

test('no two migrations have the same number: which one comes first would be chance', () => {
  const numbers = migrationNames('sqlite').map((name) => /^(\d{3})-/.exec(name)?.[1]);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});

test('a migration that comes before one that the database has is refused, with all that were to follow', async () => {
  const place = await makeMigratedPlace('sqlite');
  const db = openDatabase(place);
  try {
    const before = await appliedMigrations(db);
    const up: Migration['up'] = (tx) => tx.schema.createTable('never').addColumn('id', 'text').execute();
    const ours = [...before, '001-early', '999-late'].toSorted();
    const all = Object.fromEntries(ours.map((name) => [name, { up }]));
    await expect(db.transaction().execute((tx) => migrateWithin(tx, ours, all))).rejects.toThrow(
      `The migration 001-early comes before ${before.at(-1)}, which the database has: give it a later name.`,
    );
    expect(await appliedMigrations(db)).toEqual(before);
    await db.transaction().execute((tx) => migrateWithin(tx, [...before, '999-late'], all));
    expect(await appliedMigrations(db)).toEqual([...before, '999-late']);
  } finally {
    await db.destroy();
    await place.remove();
  }
});

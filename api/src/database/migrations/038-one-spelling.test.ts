/** Accounts from before the migration are found by the spelling that emails have today. */
import { expect, test } from 'vitest';
import { databaseKinds, makePlace } from '../../../test/support/database.ts';
import { migrate, migrateAnyway } from '../migrate.ts';
import { openDatabase } from '../open.ts';

test.each(databaseKinds)('emails of accounts get the spelling that others are compared with on %s', async (kind) => {
  const place = await makePlace(kind);
  const db = openDatabase(place);
  try {
    await migrateAnyway(db, '037-images-by-post');
    const now = '2026-01-01T00:00:00.000Z';
    const emails = ['ada@example.com', 'ada@bücher.example', 'élan@example.com', 'obi@bücher.example'];
    for (const email of [...emails, 'obi@xn--bcher-kva.example'])
      await db
        .insertInto('users')
        .values({ id: email, name: 'Ada', email, emailVerified: 1, image: null, createdAt: now, updatedAt: now })
        .execute();
    await migrate(db);
    const rows = await db.selectFrom('users').select(['id', 'email']).execute();
    expect(Object.fromEntries(rows.map(({ id, email }) => [id, email]))).toEqual({
      'ada@example.com': 'ada@example.com',
      'ada@bücher.example': 'ada@xn--bcher-kva.example',
      'élan@example.com': 'élan@example.com',
      'obi@bücher.example': 'obi@bücher.example',
      'obi@xn--bcher-kva.example': 'obi@xn--bcher-kva.example',
    });
  } finally {
    await db.destroy();
    await place.remove();
  }
});

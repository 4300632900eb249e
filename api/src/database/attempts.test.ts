import { expect, onTestFinished, test } from 'vitest';
import { databaseKinds, makeMigratedPlace, openMigrated } from '../../test/support/database.ts';
import { countAttempt, giveBackAttempt } from './attempts.ts';

test.each(databaseKinds)('an attempt that was legitimate takes back itself and no other, on %s', async (kind) => {
  const place = await makeMigratedPlace(kind);
  onTestFinished(() => place.remove());
  const db = await openMigrated(place);
  onTestFinished(() => db.destroy());
  const tryAt = (now: number, max: number) => countAttempt(db, [{ of: 'login ada', max, within: 1_000 }], now);
  expect([await tryAt(5_000, 2), await tryAt(5_100, 2), await tryAt(5_200, 2)]).toEqual([0, 0, 800]);
  await giveBackAttempt(db, 'login ada');
  expect([await tryAt(5_300, 2), await tryAt(5_400, 2)], 'one more').toEqual([0, 600]);
  expect([await tryAt(5_500, Infinity), await tryAt(5_600, 2)], 'until enough of them are old').toEqual([0, 700]);
});

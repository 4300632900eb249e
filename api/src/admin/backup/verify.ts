/** `npm run admin -- verify`: restores a backup into a temporary database and checks the result. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { innermostMessage } from 'shared/node/innermost-message';
import { openDatabase } from '../../database/open.ts';
import { databaseProblem } from '../../database/problem.ts';
import type { Db } from '../../database/schema.ts';
import { AdminError } from '../admin-error.ts';
import { load, refuseNewer } from './load.ts';
import { placeObjects } from './stored-files.ts';
import { checkFiles, damaged, firstOf, type Manifest, readManifest } from './manifest.ts';

/**
 * Checks that every file has the hash it was written with, that every row can be stored (the database checks keys,
 * references and everything else in its schema), and that the sums of the ledger are right.
 * @throws AdminError that says what is wrong
 */
export async function verify(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  await checkFiles(folder, manifest);
  // Readable by its owner alone, like the backup.
  const scratch = await mkdtemp(join(tmpdir(), 'verify-'));
  try {
    await verifyIn(scratch, folder, manifest);
  } catch (error) {
    if (!databaseProblem(error)) throw error;
    throw new AdminError(
      `The backup cannot be checked in the temporary folder ${tmpdir()} (${innermostMessage(error)}). It needs as much ` +
        'room there as the database has: make room, or name another folder in TMPDIR.',
    );
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return manifest;
}

async function verifyIn(scratch: string, folder: string, manifest: Manifest): Promise<void> {
  const db = openDatabase({ dataDir: scratch, isAlone: true });
  try {
    refuseNewer(db, folder, manifest);
    await sql`pragma synchronous = off`.execute(db);
    await db.transaction().execute(async (tx) => {
      await load(tx, folder, manifest);
      await placeObjects(tx, folder, manifest);
    });
    const wrong = await wrongSums(db);
    if (wrong.length > 0) throw damaged(folder, `the ledger does not add up: ${firstOf(wrong)}`);
  } finally {
    await db.destroy();
  }
}

/** A code is worth what its ledger entries took, and nothing is taken back that was not earned. */
async function wrongSums(db: Db): Promise<string[]> {
  const codes = await db
    .selectFrom('redemptions')
    .leftJoin('tokenLedger as entry', 'entry.redemptionId', 'redemptions.id')
    .select(['redemptions.id', 'redemptions.amount', sql<number>`coalesce(-sum(entry.amount), 0)`.as('taken')])
    .groupBy(['redemptions.id', 'redemptions.amount'])
    .having(sql<boolean>`coalesce(-sum(entry.amount), 0) <> redemptions.amount`)
    .execute();
  const referrals = await db
    .selectFrom('tokenLedger')
    .select(['referralId', sql<number>`sum(amount)`.as('earned')])
    .where('kind', 'in', ['reward', 'reversal'])
    .groupBy('referralId')
    .having(sql<boolean>`sum(amount) < 0`)
    .execute();
  return [
    ...codes.map(({ id, amount, taken }) => `redemption ${id} is worth ${amount}, and its entries took ${taken}`),
    ...referrals.map(({ referralId, earned }) => `referral ${referralId} has earned ${earned}`),
  ];
}

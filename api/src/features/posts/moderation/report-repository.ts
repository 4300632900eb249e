/** Reports about posts. Nothing records who sent them. */
import type { ReportReason } from 'shared/contracts/moderation';
import type { Db } from '../../../database/schema.ts';

export interface StoredReport {
  reason: ReportReason;
  /** Empty if none were given. */
  details: string;
  createdAt: string;
}

export async function insertReport(db: Db, report: StoredReport & { id: string; postId: number }): Promise<void> {
  await db
    .insertInto('postReports')
    .values({ ...report, mailedAt: null })
    .execute();
}

/** Claims those that the company has not heard of, oldest first: of two simultaneous attempts, one gets them. */
export async function takeReports(tx: Db, postId: number, mailedAt: string): Promise<StoredReport[]> {
  const taken = await tx
    .updateTable('postReports')
    .set({ mailedAt })
    .where('postId', '=', postId)
    .where('mailedAt', 'is', null)
    .returning(['reason', 'details', 'createdAt'])
    .execute();
  return taken.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}

/** Posts with reports that the company has not heard of. Those of a hidden one wait until it is brought back. */
export async function reportedPosts(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('postReports')
    .innerJoin('posts', 'posts.id', 'postId')
    .select('postId')
    .distinct()
    .where('mailedAt', 'is', null)
    .execute();
  return rows.map(({ postId }) => postId);
}

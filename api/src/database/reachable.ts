import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** Whoever asks for readiness wants an answer soon. */
const DEADLINE_MS = 2_000;

/** Whether the database answers now. */
export async function isReachable(db: Db): Promise<boolean> {
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), DEADLINE_MS);
  });
  return await Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

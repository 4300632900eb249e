import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** A readiness check wants a prompt answer. */
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

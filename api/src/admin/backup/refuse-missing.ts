import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DATABASE_FILE } from '../../database/open.ts';
import { AdminError } from '../admin-error.ts';
import type { Installation } from './installation.ts';

/** Opening a missing embedded database would create it. @throws AdminError when there is none */
export async function refuseMissing({ dataDir, databaseUrl }: Installation): Promise<void> {
  const path = join(dataDir, DATABASE_FILE);
  if (databaseUrl || (await stat(path).catch(() => undefined))) return;
  throw new AdminError(`There is no database at ${path}, and DATABASE_URL is not set.`);
}

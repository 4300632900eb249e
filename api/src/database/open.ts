/** The database: PostgreSQL with `DATABASE_URL`, otherwise the embedded one in `DATA_DIR/site.db`. */
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { postgresDialect } from './postgres.ts';
import type { Db, Schema } from './schema.ts';
import { sqliteDialect } from './sqlite.ts';

interface DatabaseOptions {
  dataDir: string;
  url?: string | undefined;
  onError?: (error: Error) => void;
}

export interface OpenDatabase {
  db: Db;
}

/** Opens the database without migrating it. Close it with `db.destroy()`. */
export function openDatabase({ dataDir, url, onError = () => {} }: DatabaseOptions): OpenDatabase {
  const dialect = url ? postgresDialect({ url, onError }) : sqliteDialect(join(dataDir, 'site.db'));
  return { db: new Kysely<Schema>({ dialect }) };
}

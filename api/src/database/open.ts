/** The database: PostgreSQL with `DATABASE_URL`, otherwise the embedded one in `DATA_DIR/site.db`. */
import { join } from 'node:path';
import { CamelCasePlugin, Kysely } from 'kysely';
import type { Pool } from 'pg';
import { tellStatement } from './statements.ts';
import { postgresDialect } from './postgres.ts';
import type { Db, Schema } from './schema.ts';
import { sqliteDialect } from './sqlite.ts';

/** Below `dataDir`. */
export const DATABASE_FILE = 'site.db';

interface DatabaseOptions {
  dataDir: string;
  url?: string | undefined;
  onError?: (error: Error) => void;
  /** Is given the pool of PostgreSQL's connections. */
  onPool?: (pool: Pool) => void;
  /** One connection to the embedded database for everything. */
  isAlone?: boolean;
  /** Whether the duration of each statement is reported. */
  isMeasured?: boolean;
}

/**
 * Opens the database without migrating it. Close it with `db.destroy()`. Tables and columns are camel case to queries
 * and snake case in the database; the text of `sql` is sent as it is, and what it returns is camel case too.
 */
export function openDatabase({ dataDir, url, onError = () => {}, onPool, isMeasured, isAlone }: DatabaseOptions): Db {
  const dialect = url
    ? postgresDialect({ url, onError, ...(onPool && { onPool }) })
    : sqliteDialect({ path: join(dataDir, DATABASE_FILE), isAlone });
  return new Kysely<Schema>({
    dialect,
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    ...(isMeasured && { log: tellStatement }),
  });
}

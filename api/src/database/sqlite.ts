/** Kysely's own SQLite dialect on Node's built-in `node:sqlite`, with a driver of ours (`sqlite-driver.ts`). */
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type DialectAdapter, type Driver, SqliteAdapter, type SqliteDatabase, SqliteDialect } from 'kysely';
import { makePrivateFile, makePrivateFolder } from 'shared/node/private-folder';
import { SharedCommitsDriver } from './sqlite-driver.ts';

/** How long another process's writing is waited for. */
const BUSY_MS = 5_000;

interface SqliteOptions {
  path: string;
  /** One connection for everything: a second one could not read what the first one keeps for itself. */
  isAlone?: boolean | undefined;
}

/**
 * Opens the file (made with its folder if missing, for its owner alone) so that an answered write survives a power cut, and
 * what is deleted is overwritten. SQLite's side files get the mode of the file.
 */
export function sqliteDialect({ path, isAlone }: SqliteOptions): SqliteDialect {
  makePrivateFolder(dirname(path));
  makePrivateFile(path);
  const writer = new DatabaseSync(path, { timeout: BUSY_MS, enableForeignKeyConstraints: true });
  writer.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on;');
  // From here on the driver waits, without stopping the event loop.
  writer.exec('pragma busy_timeout = 0;');
  if (isAlone) return new NodeSqliteDialect(writer, writer);
  const reader = new DatabaseSync(path, { timeout: BUSY_MS });
  reader.exec('pragma query_only = on;');
  return new NodeSqliteDialect(writer, reader);
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #writer: DatabaseSync;
  readonly #reader: DatabaseSync;

  constructor(writer: DatabaseSync, reader: DatabaseSync) {
    super({ database: () => Promise.reject<SqliteDatabase>(new Error('The driver has connections of its own.')) });
    this.#writer = writer;
    this.#reader = reader;
  }

  override createDriver(): Driver {
    return new SharedCommitsDriver({ writer: this.#writer, reader: this.#reader, busyMs: BUSY_MS });
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalDdlAdapter();
  }
}

/** SQLite's DDL is transactional, so that a process killed while it migrates leaves nothing half done. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely's own SQLite dialect on Node's built-in `node:sqlite`, with a driver of ours (`sqlite-driver.ts`). */
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Driver, SqliteAdapter, type SqliteDatabase, SqliteDialect } from 'kysely';
import { makePrivateFile, makePrivateFolder } from 'shared/node/files/private-folder';
import { SQLITE_FULL, sqliteCode } from 'shared/node/sqlite-code';
import { SharedCommitsDriver } from './sqlite-driver.ts';
import { WriteAheadLog } from './write-ahead-log.ts';

/** How long to wait while another process writes. */
const BUSY_MS = 5_000;

interface SqliteOptions {
  path: string;
  /** One connection for everything: a second one could not read what the first one keeps for itself. */
  isAlone?: boolean | undefined;
}

/**
 * Opens the file (made with its folder if missing, for its owner alone) so that an answered write survives a power cut,
 * and what is deleted is overwritten. SQLite's side files get the mode of the file.
 */
export function sqliteDialect({ path, isAlone }: SqliteOptions): SqliteDialect {
  makePrivateFolder(dirname(path));
  makePrivateFile(path);
  const writer = new DatabaseSync(path, { timeout: BUSY_MS, enableForeignKeyConstraints: true });
  const { journal_mode: mode } = writer.prepare('pragma journal_mode = wal').get() as { journal_mode: string };
  writer.exec('pragma synchronous = full; pragma secure_delete = on;');
  // Each transaction of a group begins with a savepoint, whose pages SQLite would copy into a temporary file.
  writer.exec('pragma temp_store = memory;');
  // From here on the driver waits, without stopping the event loop.
  writer.exec('pragma busy_timeout = 0;');
  if (isAlone) return new NodeSqliteDialect({ writer, reader: writer, log: undefined });
  const reader = new DatabaseSync(path, { timeout: BUSY_MS });
  reader.exec('pragma query_only = on;');
  // Some file systems cannot have a write-ahead log: then SQLite syncs in its own way.
  if (mode !== 'wal') return new NodeSqliteDialect({ writer, reader, log: undefined });
  emptyLog(writer);
  const log = new WriteAheadLog(path, reader);
  // `log` does what `full` means in this mode: it syncs after each commit. Checkpoints sync by themselves.
  writer.exec('pragma synchronous = normal; pragma wal_autocheckpoint = 0;');
  return new NodeSqliteDialect({ writer, reader, log });
}

/**
 * Copies the log into the database. One that a killed process or a failed disk left may be incomplete on the disk, and
 * nothing may be written after a gap. If another process has the database open, the log is its business.
 */
function emptyLog(writer: DatabaseSync): void {
  try {
    writer.exec('pragma wal_checkpoint(truncate);');
  } catch (error) {
    // The disk is full, but the database can still be read.
    if (sqliteCode(error) !== SQLITE_FULL) throw error;
  }
}

interface Connections {
  writer: DatabaseSync;
  reader: DatabaseSync;
  log: WriteAheadLog | undefined;
}

/** Lets several callers have a connection: with Kysely's own adapter no two could share a commit. */
class SharingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #connections: Connections;

  constructor(connections: Connections) {
    super({ database: () => Promise.reject<SqliteDatabase>(new Error('The driver has its own connections.')) });
    this.#connections = connections;
  }

  override createAdapter(): SharingAdapter {
    return new SharingAdapter();
  }

  override createDriver(): Driver {
    return new SharedCommitsDriver({ ...this.#connections, busyMs: BUSY_MS });
  }
}

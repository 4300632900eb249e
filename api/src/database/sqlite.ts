/**
 * Kysely's own SQLite dialect on Node's built-in `node:sqlite`. Kysely expects the statement interface of
 * better-sqlite3; this adds the one property that is missing.
 */
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import { makePrivateFile, makePrivateFolder } from 'shared/node/private-folder';

/** Prepared statements kept per connection; the API has a few dozen different ones. */
const STATEMENT_CACHE = 200;

/**
 * Opens the file (made with its folder if missing, for its owner alone) so that an answered write survives a power cut, and
 * what is deleted is overwritten. SQLite's side files get the mode of the file.
 */
export function sqliteDialect(path: string): SqliteDialect {
  makePrivateFolder(dirname(path));
  makePrivateFile(path);
  const db = new DatabaseSync(path, { timeout: 5_000, enableForeignKeyConstraints: true });
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on;');
  return new NodeSqliteDialect(db);
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    super({ database: new NodeSqliteDatabase(db) });
    this.#db = db;
  }

  override createDriver(): Driver {
    return new NodeSqliteDriver(this.#db);
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalDdlAdapter();
  }
}

class NodeSqliteDriver extends SqliteDriver {
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    super({ database: new NodeSqliteDatabase(db) });
    this.#db = db;
  }

  /** Takes the write lock when a transaction begins: taking it later can fail at once, whatever the time-out. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** SQLite rolls back by itself when the disk is full. Asking again would fail and hide the reason. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#db.isTransaction) await super.rollbackTransaction(connection);
  }
}

/** SQLite's DDL is transactional, so that a process killed while it migrates leaves nothing half done. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class NodeSqliteDatabase implements SqliteDatabase {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, SqliteStatement>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql);
    if (known) return known;
    if (this.#statements.size >= STATEMENT_CACHE) this.#statements.clear();
    const statement = adapt(this.#db.prepare(sql));
    this.#statements.set(sql, statement);
    return statement;
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }
}

function adapt(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    /** Whether it gives rows. */
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}

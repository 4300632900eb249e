/**
 * Kysely's driver for Node's `node:sqlite`. Callers that have not begun to write read on a separate connection, which
 * sees what is committed and waits for no one; writers take turns on the other and share commits (`group-commit.ts`).
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { type CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, SelectQueryNode } from 'kysely';
import { GroupCommit, ROLLED_BACK } from './group-commit.ts';
import { tellCommit } from './statements.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';

/** Prepared statements kept per connection; the API has a few dozen different ones. */
const STATEMENT_CACHE = 200;

/** Statements that SQLite would otherwise run in their own transaction, and that can share one. */
const WRITING = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);

interface DriverOptions {
  writer: DatabaseSync;
  /** May be the writer. */
  reader: DatabaseSync;
  /** The writer's, if it does not sync its commits itself. */
  log: WriteAheadLog | undefined;
  /** How long to wait while another process writes, in milliseconds. */
  busyMs: number;
}

export class SharedCommitsDriver implements Driver {
  readonly #connections: { writer: Statements; reader: Statements; group: GroupCommit };
  readonly #log: WriteAheadLog | undefined;

  constructor({ writer, reader, log, busyMs }: DriverOptions) {
    this.#log = log;
    const statements = new Statements(writer);
    this.#connections = {
      writer: statements,
      reader: reader === writer ? statements : new Statements(reader),
      group: new GroupCommit(writer, { log, busyMs }),
    };
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<SharingConnection> {
    return Promise.resolve(new SharingConnection(this.#connections));
  }

  async releaseConnection(connection: SharingConnection): Promise<void> {
    connection.release();
  }

  async beginTransaction(connection: SharingConnection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: SharingConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: SharingConnection): Promise<void> {
    connection.rollback();
  }

  async destroy(): Promise<void> {
    const { writer, reader, group } = this.#connections;
    await group.flush();
    await this.#log?.close();
    if (reader !== writer) reader.close();
    writer.close();
  }
}

/** What one caller holds from acquiring to releasing. It has the turn from its first write until release or commit. */
class SharingConnection implements DatabaseConnection {
  readonly #shared: { writer: Statements; reader: Statements; group: GroupCommit };
  #hasTurn = false;
  #inTransaction = false;

  constructor(shared: { writer: Statements; reader: Statements; group: GroupCommit }) {
    this.#shared = shared;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { writer, reader, group } = this.#shared;
    if (this.#inTransaction) return this.#runInTransaction(query);
    // A caller that has the turn reads where it writes: it may have begun something there, such as a snapshot.
    if (SelectQueryNode.is(query.query) && !this.#hasTurn) return reader.run(query);
    if (WRITING.has(query.query.kind)) return await this.#writeAlone(query);
    await this.#takeTurn();
    return await group.runApart(() => writer.run<Row>(query));
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('SQLite has its rows at once: execute the query instead of streaming it.');
  }

  async begin(): Promise<void> {
    await this.#takeTurn();
    await this.#shared.group.begin();
    this.#inTransaction = true;
  }

  async commit(): Promise<void> {
    // Either way the transaction is over, and the next one has its turn.
    this.#inTransaction = false;
    this.#hasTurn = false;
    const began = performance.now();
    let isError = true;
    try {
      await this.#shared.group.commit();
      isError = false;
    } finally {
      tellCommit({ seconds: (performance.now() - began) / 1_000, isError });
    }
  }

  rollback(): void {
    // The shared commit failed: there is nothing to undo any more.
    if (!this.#inTransaction) return;
    this.#inTransaction = false;
    this.#hasTurn = false;
    this.#shared.group.rollback();
  }

  release(): void {
    if (this.#hasTurn) this.#shared.group.give();
    this.#hasTurn = false;
  }

  /** One statement as a transaction: it shares its commit like all others. */
  async #writeAlone<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    await this.begin();
    let result: QueryResult<Row>;
    try {
      result = this.#runInTransaction(query);
    } catch (error) {
      this.rollback();
      throw error;
    }
    await this.commit();
    return result;
  }

  #runInTransaction<Row>(query: CompiledQuery): QueryResult<Row> {
    const { writer, group } = this.#shared;
    // Outside the transaction, a statement would be committed on its own.
    if (!group.isOpen) throw new Error(ROLLED_BACK);
    try {
      return writer.run(query);
    } catch (error) {
      group.failed(error);
      throw error;
    }
  }

  async #takeTurn(): Promise<void> {
    if (this.#hasTurn) return;
    await this.#shared.group.take();
    this.#hasTurn = true;
  }
}

/** A connection to the database with its prepared statements. */
class Statements {
  readonly #db: DatabaseSync;
  readonly #prepared = new Map<string, { statement: StatementSync; givesRows: boolean }>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const values = parameters as SQLInputValue[];
    const { statement, givesRows } = this.#prepare(sql);
    if (givesRows) return { rows: statement.all(...values) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
  }

  close(): void {
    this.#prepared.clear();
    this.#db.close();
  }

  #prepare(sql: string) {
    const known = this.#prepared.get(sql);
    if (known) return known;
    if (this.#prepared.size >= STATEMENT_CACHE) this.#prepared.clear();
    const statement = this.#db.prepare(sql);
    const prepared = { statement, givesRows: statement.columns().length > 0 };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

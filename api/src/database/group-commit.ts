/**
 * Transactions that share commits. A durable commit waits for the disk, and the disk takes as long for twenty
 * transactions as for one. So the transactions of one turn of the event loop, and those that arrive while the disk is
 * busy, become one transaction of SQLite in which each is a savepoint. No transaction is reported as ended before
 * the shared commit is on the disk (decision 076); another thread waits for that (decision 102). A burst is
 * spread over several turns, between which other requests are answered (decision 110).
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { SQLITE_BUSY, sqliteCode } from 'shared/node/sqlite-code';
import { UnknownOutcomeError } from './unknown-outcome.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';

/** Name of every member's savepoint: they are never nested in each other. */
const MEMBER = 'member';

/**
 * How long, in milliseconds, transactions may follow each other in one turn of the event loop before readers get
 * theirs. A transaction that has begun is not interrupted.
 */
const SHARE_MS = 0.5;
/**
 * How many callers are told in one turn that their commit is on the disk: each then answers, and gets its next request.
 */
const TOLD_PER_TURN = 4;

/** Pause between checks whether another process has finished writing, in milliseconds. */
const RETRY_MS = 5;

/** SQLite has ended the transaction itself, and told its caller why. */
export const ROLLED_BACK = 'The transaction was rolled back by the database.';

interface Group {
  /** Members that ended well and wait for the commit. */
  waiting: PromiseWithResolvers<void>[];
  /**
   * The group is committed once this many turns to write have been served: as many as had been asked for when its first
   * turn of the event loop ended. Undefined until then.
   */
  until: number | undefined;
}

/**
 * One writer at a time: the caller whose turn it is ({@link take}) writes, or begins a transaction; {@link give} or the
 * end of the transaction passes the turn on.
 */
export class GroupCommit {
  readonly #db: DatabaseSync;
  readonly #savepoint: { begin: StatementSync; end: StatementSync };
  readonly #log: WriteAheadLog | undefined;
  readonly #busyMs: number;
  readonly #queue: (() => void)[] = [];
  #isTaken = false;
  /** How many callers have asked for a turn, and how many have been given one. */
  #asked = 0;
  #served = 0;
  /** When the first writer in this turn of the event loop began; undefined if there is none yet. */
  #began: number | undefined;
  readonly #untold: (() => void)[] = [];
  #isTelling = false;
  #group: Group | undefined;
  /** The last commit, on its way to the disk. It never rejects: those who wait for the commit get the error. */
  #syncing: Promise<void> | undefined;
  /** Set when a commit did not reach the disk: nothing may be built on it. */
  #lost: unknown;

  /**
   * @param log synced after each commit; undefined when SQLite does that itself, within the commit
   * @param busyMs how long to wait while another process writes
   */
  constructor(db: DatabaseSync, { log, busyMs }: { log: WriteAheadLog | undefined; busyMs: number }) {
    this.#db = db;
    this.#savepoint = { begin: db.prepare(`savepoint ${MEMBER}`), end: db.prepare(`release ${MEMBER}`) };
    this.#log = log;
    this.#busyMs = busyMs;
  }

  /** Waits for the turn to write. */
  async take(): Promise<void> {
    this.#asked += 1;
    if (this.#isTaken || this.#queue.length > 0 || this.#isShareSpent())
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#serve();
  }

  give(): void {
    this.#isTaken = false;
    if (this.#isDue) this.#commit();
    // Otherwise the next one follows in the next turn of the event loop.
    if (this.#queue.length > 0 && !this.#isShareSpent()) this.#serve();
  }

  /** Lets the next one write. */
  #serve(): void {
    this.#isTaken = true;
    this.#served += 1;
    this.#queue.shift()?.();
  }

  /** Whether writers have used up their share of this turn of the event loop; it begins when the first one asks. */
  #isShareSpent(): boolean {
    if (this.#began === undefined) {
      this.#began = performance.now();
      setImmediate(() => {
        this.#began = undefined;
        if (!this.#isTaken && this.#queue.length > 0 && !this.#isShareSpent()) this.#serve();
      });
    }
    return performance.now() - this.#began > SHARE_MS;
  }

  /**
   * Begins a transaction for the call whose turn it is.
   * @throws SQLite's error when another process locks the database, SyncFailedError when nothing can be stored
   */
  async begin(): Promise<void> {
    if (!this.#group) {
      await this.#makeRoom();
      // Take the write lock now: taking it later can fail immediately, whatever the time-out.
      await this.patiently(() => this.#db.exec('begin immediate'));
      const group: Group = { waiting: [], until: undefined };
      this.#group = group;
      setImmediate(() => this.#close(group));
    }
    this.#savepoint.begin.run();
  }

  /**
   * Runs work that takes the write lock, for the caller whose turn it is. SQLite itself would block the event loop
   * while it waits.
   * @throws SQLite's error when another process keeps the database locked
   */
  async patiently<Result>(work: () => Result): Promise<Result> {
    const deadline = performance.now() + this.#busyMs;
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error;
        await delay(RETRY_MS);
      }
    }
  }

  /** Commits and passes the turn on. @returns once it is on the disk @throws whatever prevented that */
  async commit(): Promise<void> {
    const member = Promise.withResolvers<void>();
    try {
      if (!this.#group) throw new Error(ROLLED_BACK);
      this.#savepoint.end.run();
      this.#group.waiting.push(member);
    } catch (error) {
      this.#undo();
      member.reject(error);
    }
    this.give();
    await member.promise;
  }

  /** Undoes this transaction and none of the others, and passes the turn on. */
  rollback(): void {
    this.#undo();
    this.give();
  }

  #undo(): void {
    if (!this.#group || !this.#db.isTransaction) return;
    try {
      this.#db.exec(`rollback to ${MEMBER}; release ${MEMBER}`);
    } catch (error) {
      // If it cannot be undone alone, the whole group is undone.
      this.#abandon(error);
    }
  }

  /**
   * Checks whether a failed statement has ended the whole transaction, as SQLite does when the disk is full: then the
   * whole group is undone, and its members get the error.
   */
  failed(error: unknown): void {
    if (this.#group && !this.#db.isTransaction) this.#settle((member) => member.reject(error));
  }

  /**
   * Does what no transaction can contain, for the caller whose turn it is: waiting transactions are committed first,
   * and what `work` writes is on the disk when this ends.
   * @throws what `work` throws, SQLite's error when another process keeps the database locked, SyncFailedError
   */
  async runApart<Result>(work: () => Result): Promise<Result> {
    await this.flush();
    await this.#log?.settled();
    if (this.#lost !== undefined) throw this.#lost;
    const result = await this.patiently(work);
    await this.#log?.sync().catch((error: Error) => {
      this.#lost = error;
      throw new UnknownOutcomeError(error);
    });
    return result;
  }

  /** Commits waiting transactions, for the caller whose turn it is. @throws never */
  async flush(): Promise<void> {
    await this.#syncing;
    if (this.#group) this.#commit();
    await this.#syncing;
  }

  /** Whether the transaction of the caller whose turn it is still exists. */
  get isOpen(): boolean {
    return this.#group !== undefined;
  }

  async #makeRoom(): Promise<void> {
    if (this.#log?.isLong) {
      await this.#syncing;
      await this.#log.shorten();
    }
    if (this.#lost !== undefined) throw this.#lost;
  }

  /** The group's first turn of the event loop is over: it does not wait for callers who ask from now on. */
  #close(group: Group): void {
    if (this.#group !== group) return;
    group.until = this.#asked;
    if (this.#isDue && !this.#isTaken) this.#commit();
  }

  get #isDue(): boolean {
    return this.#group?.until !== undefined && this.#served >= this.#group.until;
  }

  /** Does nothing while the previous commit is on its way to the disk: this one begins when that ends. */
  #commit(): void {
    if (this.#syncing) return;
    if (this.#lost !== undefined) return this.#abandon(this.#lost);
    try {
      this.#log?.hold();
      this.#db.exec('commit');
    } catch (error) {
      this.#log?.show();
      this.#abandon(error);
      return;
    }
    if (!this.#log) return this.#settle((member) => member.resolve());
    const { waiting } = this.#group!;
    this.#group = undefined;
    this.#syncing = this.#sync(this.#log, waiting);
  }

  async #sync(log: WriteAheadLog, waiting: PromiseWithResolvers<void>[]): Promise<void> {
    try {
      await log.sync();
      log.show();
      this.#tell(waiting, (member) => member.resolve());
    } catch (error) {
      // Readers keep seeing what was on the disk before.
      this.#lost = error;
      this.#tell(waiting, (member) => member.reject(new UnknownOutcomeError(error as Error)));
    }
    this.#syncing = undefined;
    if (this.#isDue && !this.#isTaken) this.#commit();
  }

  #abandon(error: unknown): void {
    if (this.#db.isTransaction) this.#db.exec('rollback');
    this.#settle((member) => member.reject(error));
  }

  #settle(how: (member: PromiseWithResolvers<void>) => void): void {
    const { waiting } = this.#group!;
    this.#group = undefined;
    this.#tell(waiting, how);
  }

  /** Tells the members in order, after those who have not been told yet, a few in each turn of the event loop. */
  #tell(members: PromiseWithResolvers<void>[], how: (member: PromiseWithResolvers<void>) => void): void {
    for (const member of members) this.#untold.push(() => how(member));
    if (!this.#isTelling) this.#tellSome();
  }

  #tellSome(): void {
    this.#isTelling = true;
    for (const tell of this.#untold.splice(0, TOLD_PER_TURN)) tell();
    // Even when all have been told: more may be added within this turn.
    setImmediate(() => {
      if (this.#untold.length > 0) this.#tellSome();
      else this.#isTelling = false;
    });
  }
}

const isBusy = (error: unknown): boolean => sqliteCode(error) === SQLITE_BUSY;

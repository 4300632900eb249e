/**
 * Transactions that share commits. A durable commit waits for the disk, and the disk takes as long for twenty
 * transactions as for one: those of one turn of the event loop, and those that come while the disk is at work, become
 * one transaction of SQLite, in which each is a savepoint. Nobody hears of a transaction's end before the common commit
 * is on the disk (decision 076), which another thread waits for (decision 102). A burst of them is spread over several
 * turns, between which others are answered (decision 110).
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { WriteAheadLog } from './write-ahead-log.ts';

/** Name of every member's savepoint: they are never nested in each other. */
const MEMBER = 'member';

/**
 * How long transactions follow each other in one turn of the event loop, in milliseconds: then those who read have
 * theirs. A transaction that has begun is not interrupted.
 */
const SHARE_MS = 0.5;
/** So many hear in one turn that their commit is on the disk: an answer to each follows, and its next request. */
const TOLD_PER_TURN = 4;

/** Between two looks whether another process has ended its writing, in milliseconds. */
const RETRY_MS = 5;
const SQLITE_BUSY = 5;

/** SQLite has ended the transaction itself, and told its caller why. */
export const ROLLED_BACK = 'The transaction was rolled back by the database.';

interface Group {
  /** Those that have ended well, and wait for the commit. */
  waiting: PromiseWithResolvers<void>[];
  /**
   * Whose turn to write has to come before it is committed: that of all who had asked when its first turn of the event
   * loop was over. Nothing as long as that lasts.
   */
  until: number | undefined;
}

/**
 * One writer at a time: the one whose turn it is ({@link take}) writes, or begins a transaction; {@link give} or the
 * transaction's end lets the next one.
 */
export class GroupCommit {
  readonly #db: DatabaseSync;
  readonly #savepoint: { begin: StatementSync; end: StatementSync };
  readonly #log: WriteAheadLog | undefined;
  readonly #busyMs: number;
  readonly #queue: (() => void)[] = [];
  #isTaken = false;
  /** How many have asked for a turn, and how many have had it, or have it. */
  #asked = 0;
  #served = 0;
  /** When the first one of this turn of the event loop began; nothing when no one has yet. */
  #began: number | undefined;
  readonly #untold: (() => void)[] = [];
  #isTelling = false;
  #group: Group | undefined;
  /** The last commit, on its way to the disk. It never fails: who waits for the commit hears of that. */
  #syncing: Promise<void> | undefined;
  /** A commit did not get to the disk: nothing may be built on it. */
  #lost: unknown;

  /**
   * @param log what has to be synced after each commit; nothing when SQLite does that itself, within it
   * @param busyMs how long another process's writing is waited for
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
    // Otherwise it goes on in the next turn of the event loop.
    if (this.#queue.length > 0 && !this.#isShareSpent()) this.#serve();
  }

  /** Lets the next one write. */
  #serve(): void {
    this.#isTaken = true;
    this.#served += 1;
    this.#queue.shift()?.();
  }

  /** Whether writing has had its share of this turn of the event loop, which begins with the first one who asks. */
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
      // The write lock at once: taking it later can fail at once, whatever the time-out.
      await this.patiently(() => this.#db.exec('begin immediate'));
      const group: Group = { waiting: [], until: undefined };
      this.#group = group;
      setImmediate(() => this.#close(group));
    }
    this.#savepoint.begin.run();
  }

  /**
   * Runs what takes the write lock, for the one whose turn it is. SQLite would wait and block the event loop.
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

  /** Commits and gives the turn away. @returns when it is on the disk @throws what kept the commit from it */
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

  /** Undoes the transaction, and nothing of the others', and gives the turn. */
  rollback(): void {
    this.#undo();
    this.give();
  }

  #undo(): void {
    if (!this.#group || !this.#db.isTransaction) return;
    try {
      this.#db.exec(`rollback to ${MEMBER}; release ${MEMBER}`);
    } catch (error) {
      // What cannot be undone alone is undone with all of the group.
      this.#abandon(error);
    }
  }

  /**
   * Looks whether a failing statement has ended the whole transaction, as SQLite does when the disk is full: then all
   * of the group is undone, and hears why.
   */
  failed(error: unknown): void {
    if (this.#group && !this.#db.isTransaction) this.#settle((member) => member.reject(error));
  }

  /**
   * Does what no transaction can contain, for who has the turn: what waits is committed before, and what it writes is
   * on the disk when this ends.
   * @throws what `work` throws, SQLite's error when another process keeps the database locked, SyncFailedError
   */
  async runApart<Result>(work: () => Result): Promise<Result> {
    await this.flush();
    await this.#log?.settled();
    if (this.#lost !== undefined) throw this.#lost;
    const result = await this.patiently(work);
    await this.#log?.sync().catch((error: unknown) => {
      this.#lost = error;
      throw error;
    });
    return result;
  }

  /** Commits what waits, for who has the turn. @throws never */
  async flush(): Promise<void> {
    await this.#syncing;
    if (this.#group) this.#commit();
    await this.#syncing;
  }

  /** Whether the transaction of who has the turn is still there. */
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

  /** Its turn of the event loop is over: who asks from here on is not waited for. */
  #close(group: Group): void {
    if (this.#group !== group) return;
    group.until = this.#asked;
    if (this.#isDue && !this.#isTaken) this.#commit();
  }

  get #isDue(): boolean {
    return this.#group?.until !== undefined && this.#served >= this.#group.until;
  }

  /** Nothing happens while the commit before is on its way: its end is when this one begins. */
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
      // Reading stays with what was on the disk before.
      this.#lost = error;
      this.#tell(waiting, (member) => member.reject(error));
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

  /** Tells them in their order, after those who have not been told yet, a few in each turn of the event loop. */
  #tell(members: PromiseWithResolvers<void>[], how: (member: PromiseWithResolvers<void>) => void): void {
    for (const member of members) this.#untold.push(() => how(member));
    if (!this.#isTelling) this.#tellSome();
  }

  #tellSome(): void {
    this.#isTelling = true;
    for (const tell of this.#untold.splice(0, TOLD_PER_TURN)) tell();
    // Also when all are told: more may follow within this turn.
    setImmediate(() => {
      if (this.#untold.length > 0) this.#tellSome();
      else this.#isTelling = false;
    });
  }
}

const isBusy = (error: unknown): boolean => ((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY;

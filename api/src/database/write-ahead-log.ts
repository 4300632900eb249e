/**
 * SQLite's write-ahead log, synced and checkpointed by other threads than the one that serves (decision 102). SQLite
 * itself would sync it within each commit (`synchronous=FULL`), and stop the event loop for as long as the disk takes.
 * Here a commit is written (`synchronous=NORMAL`), the log's file is synced in libuv's pool, and only then is the
 * commit reported or readable.
 */
import fs from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { CheckpointAnswer } from './checkpoint-thread.ts';
import { SQLITE_IOERR } from 'shared/node/sqlite-code';

/** The log is copied into the database after this many commits, alongside everything else. */
const COMMITS_BETWEEN = 64;
/** A log with this many pages is copied once while there is no writer: only then does SQLite start over. */
const LONG_LOG_PAGES = 4_000;
/** Memory of the thread, which has one statement to run. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };

/**
 * The disk did not keep what it was given. How much of it is there is unknown, and a second sync would report success
 * whatever became of the first: nothing more is written until the program is started again.
 */
class SyncFailedError extends Error {
  /** Clients are told that the database is unavailable at the moment. */
  readonly errcode = SQLITE_IOERR;

  constructor(cause: Error) {
    super(`SQLite's log could not be synced (${cause.message}): nothing is written until the next start.`, { cause });
  }
}

export class WriteAheadLog {
  readonly #path: string;
  readonly #reader: DatabaseSync;
  readonly #file: number;
  readonly #snapshot: { begin: StatementSync; look: StatementSync; end: StatementSync };
  #isHeld = false;
  #commits = 0;
  #isLong = false;
  #thread: Worker | undefined;
  #checkpoint: Promise<boolean> | undefined;

  /** @param path the database's @param reader the connection that reads outside transactions */
  constructor(path: string, reader: DatabaseSync) {
    this.#path = path;
    this.#reader = reader;
    const [begin, look, end] = ['begin', 'select 1 from sqlite_schema limit 1', 'commit'] as const;
    this.#snapshot = { begin: reader.prepare(begin), look: reader.prepare(look), end: reader.prepare(end) };
    // Reading has created it, if it was missing. It stays the same file while a connection is open.
    this.#snapshot.look.get();
    this.#file = fs.openSync(`${path}-wal`, 'r+');
  }

  /** Readers keep seeing the present state, whatever is committed, until {@link show}. */
  hold(): void {
    this.#snapshot.begin.run();
    this.#isHeld = true;
    this.#snapshot.look.get();
  }

  /** Lets readers see what was committed. */
  show(): void {
    if (!this.#isHeld) return;
    this.#snapshot.end.run();
    this.#isHeld = false;
  }

  /** @throws SyncFailedError */
  async sync(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      fs.fdatasync(this.#file, (error) => (error ? reject(new SyncFailedError(error)) : resolve()));
    });
    this.#commits += 1;
    if (this.#commits >= COMMITS_BETWEEN && !this.#checkpoint) void this.#copy();
  }

  /** Whether it should be shortened before it gets longer. */
  get isLong(): boolean {
    return this.#isLong;
  }

  /**
   * Copies the log into the database. While anybody writes, that would never finish: call it between transactions, when
   * everything is synced.
   */
  async shorten(): Promise<void> {
    await this.#checkpoint;
    const isCopied = await this.#copy();
    // Without the thread it runs in this one, which is better than a disk that fills up.
    if (!isCopied) this.#reader.exec('pragma wal_checkpoint(passive)');
    // If a reader of another process is in the way, the next copy finds the log long again.
    this.#isLong = false;
  }

  /** Waits for the other thread: two checkpoints at the same time would block each other. */
  async settled(): Promise<void> {
    await this.#checkpoint;
  }

  /** Call it before the connections are closed. */
  async close(): Promise<void> {
    await this.#checkpoint;
    await this.#thread?.terminate();
    this.show();
    fs.closeSync(this.#file);
  }

  /** @returns whether the thread answered @throws never: what was not copied now stays in the log */
  #copy(): Promise<boolean> {
    this.#commits = 0;
    const copied = this.#ask().then(
      ({ pages }) => {
        this.#isLong = pages >= LONG_LOG_PAGES;
        return true;
      },
      () => {
        this.#thread = undefined;
        this.#isLong = true;
        return false;
      },
    );
    this.#checkpoint = copied.finally(() => (this.#checkpoint = undefined));
    return copied;
  }

  async #ask(): Promise<CheckpointAnswer> {
    this.#thread ??= this.#start();
    const thread = this.#thread;
    // Keeps the process alive while something waits for it.
    thread.ref();
    return await new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        thread.off('message', answered).off('error', failed).off('exit', ended);
        // It must not keep the process alive.
        thread.unref();
        act();
      };
      const answered = (answer: CheckpointAnswer) => settle(() => resolve(answer));
      const failed = (error: unknown) => settle(() => reject(error));
      const ended = () => failed(new Error('The thread ended.'));
      thread.on('message', answered).on('error', failed).on('exit', ended);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
      thread.postMessage('checkpoint');
    });
  }

  #start(): Worker {
    return new Worker(new URL('./checkpoint-thread.ts', import.meta.url), {
      workerData: this.#path,
      resourceLimits: THREAD_LIMITS,
      // Without the program's own flags, which are about its own memory.
      execArgv: [],
    });
  }
}

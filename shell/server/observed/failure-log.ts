/**
 * Failures reported by browsers, in the log: one line for each distinct failure of a release, once a minute while it
 * lasts. Anyone can send reports, so the number of lines is limited, and the rest is only counted.
 */
import type { FailureKind } from './counts.ts';

const EVERY_MS = 60_000;
/** How many lines may be logged in one minute, for all releases together. */
const LINES_MAX = 50;

export interface ToldFailure {
  kind: FailureKind;
  /** Null if it is unknown whose code failed, or if it was the shell's. */
  remote: string | null;
  release: string | null;
  /** Id of the composition. */
  composition: string;
  /** Path pattern of the page. */
  page: string | null;
  message: string;
  /** Place in a file. */
  at: string | null;
}

interface Log {
  warn: (facts: object, text: string) => void;
}

export class FailureLog {
  readonly #log: Log;
  readonly #now: () => number;
  /** How often each failure has been left out since its last line. */
  #told = new Map<string, number>();
  #before = new Map<string, number>();
  #since = 0;
  #untold = 0;

  /** @param now milliseconds of any clock */
  constructor(log: Log, now: () => number = () => performance.now()) {
    this.#log = log;
    this.#now = now;
    this.#since = now();
  }

  tell(failure: ToldFailure): void {
    this.#turn();
    const key = JSON.stringify([failure.kind, failure.remote, failure.release, failure.at, failure.message]);
    const times = this.#told.get(key);
    if (times !== undefined) return void this.#told.set(key, times + 1);
    if (this.#told.size >= LINES_MAX) return void (this.#untold += 1);
    this.#told.set(key, 0);
    const more = this.#before.get(key) ?? 0;
    const { message: error, ...facts } = failure;
    this.#log.warn({ ...facts, error, ...(more > 0 && { times: more + 1 }) }, 'a browser reports a failure');
  }

  /** Begins a new minute when the current one is over. */
  #turn(): void {
    const now = this.#now();
    if (now - this.#since < EVERY_MS) return;
    if (this.#untold > 0) this.#log.warn({ times: this.#untold }, 'browsers reported more failures than are logged');
    this.#before = this.#told;
    this.#told = new Map();
    this.#since = now;
    this.#untold = 0;
  }
}

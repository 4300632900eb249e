/**
 * What a release may tell the serving thread, counted where it runs: every message costs the serving thread time and
 * memory, even one that it drops. Imports nothing, since each thread loads it.
 */

/** How many calls to the API one page may make. */
export const CALLS_PER_PAGE_MAX = 100;
/** Longest line of the log, and longest text of an error, in characters. */
export const TEXT_MAX = 8_000;
/** How many lines a release may write at once, and how soon it may write one more, in milliseconds. */
export const LINES_AT_ONCE = 100;
export const LINE_EVERY_MS = 5_000;

/** A token bucket: a release that writes all the time is soon quiet, and can still report a new fault days later. */
export class LineBudget {
  #left = LINES_AT_ONCE;
  #countedAt: number;
  #dropped = 0;

  /** @param now in milliseconds */
  constructor(now: number) {
    this.#countedAt = now;
  }

  /** Asks for one more line. @returns how many were refused since the last one; undefined if this one is, too */
  take(now: number): number | undefined {
    const regained = Math.floor((now - this.#countedAt) / LINE_EVERY_MS);
    this.#countedAt += regained * LINE_EVERY_MS;
    this.#left = Math.min(LINES_AT_ONCE, this.#left + regained);
    if (this.#left === 0) {
      this.#dropped += 1;
      return undefined;
    }
    this.#left -= 1;
    const dropped = this.#dropped;
    this.#dropped = 0;
    return dropped;
  }
}

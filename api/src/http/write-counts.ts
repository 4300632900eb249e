/** Counts for many IP addresses in memory of fixed size: none is forgotten early, however many (decision 042). */
import { hash, randomBytes } from 'node:crypto';

/** Cells of one limit, two bytes each: 4 MB. A power of two. */
const CELLS = 2 ** 21;
/** Cells that each IP address counts in. */
const CELLS_EACH = 4;

export interface Counted {
  /** Requests within the window, this one included. */
  current: number;
  /** How long the window still lasts, in milliseconds. */
  ttl: number;
}

/**
 * The counts of one limit of @fastify/rate-limit. An IP address is counted in cells that follow from its keyed hash,
 * and its count is the lowest of them: it may be too high, when other addresses share all of its cells, but is never
 * too low. No one can aim at another address's cells. All counts start over when the window, which begins with a
 * request, has passed.
 */
export class WriteCounts {
  readonly #key = randomBytes(32).toString('base64');
  readonly #now: () => number;
  #cells: Uint16Array | undefined;
  #begun = 0;

  /** @param now a clock in milliseconds that is never set back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @param window in milliseconds @param max at most 65,534 */
  incr(ip: string, done: (error: Error | null, result: Counted) => void, window: number, max: number): void {
    const now = this.#now();
    if (!this.#cells || now - this.#begun >= window) {
      this.#cells = new Uint16Array(CELLS);
      this.#begun = now;
    }
    const cells = this.#cells;
    const digest = hash('sha256', this.#key + ip, 'buffer');
    let least = max;
    for (let n = 0; n < CELLS_EACH; n += 1) least = Math.min(least, cells[cellOf(digest, n)] ?? 0);
    // Above the limit nothing more is counted; only the cells that decide are raised.
    if (least < max)
      for (let n = 0; n < CELLS_EACH; n += 1) {
        const cell = cellOf(digest, n);
        cells[cell] = Math.max(cells[cell] ?? 0, least + 1);
      }
    done(null, { current: least + 1, ttl: this.#begun + window - now });
  }
}

/** The `n`th cell of an IP address with this hash. */
function cellOf(digest: Buffer, n: number): number {
  return digest.readUInt32LE(n * 4) % CELLS;
}

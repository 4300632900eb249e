/** Counts for the whole installation: all instances share them, through the database (decision 087). */
import { countAttempt, type Limit } from '../database/attempts.ts';
import type { Db } from '../database/schema.ts';
import { type Counted, WriteCounts } from './write-counts.ts';

type Done = (error: Error | null, result: Counted) => void;

/**
 * A store for @fastify/rate-limit. A limit with a `shared` name is counted in the database, except for requests that
 * this instance refuses by its own count, so a client that keeps trying costs no transactions. Other limits are counted
 * by {@link WriteCounts}.
 */
export function sharedCounts(db: Db) {
  return class SharedCounts {
    readonly #own = new WriteCounts();
    readonly #shared: string | undefined;

    /** @param limit of a route, as `write-limit.ts` has them */
    constructor(limit: object = {}) {
      this.#shared = (limit as { shared?: string }).shared;
    }

    /** @param window in milliseconds @param max at most 65,534 */
    incr(ip: string, done: Done, window: number, max: number): void {
      let own = { current: 1, ttl: window };
      this.#own.incr(ip, (_error, counted) => (own = counted), window, max);
      if (this.#shared === undefined || own.current > max) done(null, own);
      else void this.#count({ of: `${this.#shared} ${ip}`, max, within: window }, own, done);
    }

    async #count(limit: Limit, own: Counted, done: Done): Promise<void> {
      try {
        const wait = await countAttempt(db, [limit]);
        done(null, wait === 0 ? own : { current: limit.max + 1, ttl: wait });
      } catch (error) {
        done(error as Error, own);
      }
    }

    child(limit: object): SharedCounts {
      return new SharedCounts(limit);
    }
  };
}

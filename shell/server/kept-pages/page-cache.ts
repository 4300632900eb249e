/**
 * Pages in memory, each for exactly as long as it is up to date (decision 057). Knows nothing of HTTP: callers say how
 * to make a page and how to check it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Truth } from './api-reads.ts';
import type { KeptPage } from './kept-page.ts';

/** How long a page is served without checking it. */
const FRESH_MS = 1_000;
/** How long a page is served when it cannot be checked because the API is away. */
const UNCERTAIN_MS = 10 * 60_000;
/** How long a visitor waits for an API that did not answer last time. */
const PATIENCE_MS = 250;

/** How a page is made and checked. */
export interface Recipe<Answer> {
  /** @param at when it began: nothing in the page is older. @returns the page, or an answer that is not kept */
  make(at: number): Promise<KeptPage | Answer>;
  isKept(made: KeptPage | Answer): made is KeptPage;
  /** Whether the page could not be made because the API did not give it what it needs. */
  lacksApi(made: KeptPage | Answer): boolean;
  /** Keys under which the visitor had the page before some other remote was released, latest first. */
  earlier: readonly string[];
  stillTrue(page: KeptPage): Promise<Truth>;
}

interface Flight<Answer> {
  begun: number;
  made: Promise<KeptPage | Answer>;
}

export class PageCache<Answer> {
  readonly #maxBytes: number;
  readonly #now: () => number;
  /** Least recently asked for first. */
  readonly #pages = new Map<string, KeptPage>();
  /** Forgotten pages, by their keys: while the API is away they are better than none. */
  readonly #earlier = new Map<string, KeptPage>();
  readonly #flights = new Map<string, Flight<Answer>>();
  #bytes = 0;
  #doubtedAt = Number.NEGATIVE_INFINITY;

  /** @param maxBytes 0 keeps nothing @param now a clock in milliseconds that never goes back */
  constructor(maxBytes: number, now: () => number = () => performance.now()) {
    this.#maxBytes = maxBytes;
    this.#now = now;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** A page that need not be checked again yet. */
  fresh(key: string): KeptPage | undefined {
    const page = this.#pages.get(key);
    if (!page || page.askedAt <= this.#doubtedAt || this.#now() - page.askedAt >= FRESH_MS) return undefined;
    this.#pages.delete(key);
    this.#pages.set(key, page);
    return page;
  }

  /**
   * The up-to-date page, rendered again if necessary, but only once for all who ask at the same time.
   * @throws what `make` throws
   */
  async get(key: string, recipe: Recipe<Answer>): Promise<KeptPage | Answer> {
    const fresh = this.fresh(key);
    if (fresh) return fresh;
    const page = this.#pages.get(key);
    const made = this.#join(key, page, recipe);
    const known = page ?? this.#earlierOf(recipe, this.#now());
    // While the API is known to be away, visitors do not wait long.
    if (!known || known.askedAt <= known.trueAt || this.#now() - known.trueAt >= UNCERTAIN_MS) return made;
    return Promise.race([made, delay(PATIENCE_MS, known)]);
  }

  /** Call it when something was written: every page is checked before it is served again. */
  doubt(): void {
    this.#doubtedAt = this.#now();
  }

  /** Forgets all pages; they are served only while the API is away. */
  clear(): void {
    const now = this.#now();
    for (const [key, { trueAt }] of this.#earlier) if (now - trueAt >= UNCERTAIN_MS) this.#forgetEarlier(key);
    for (const [key, page] of this.#pages) {
      if (page.reads.length === 0) this.#drop(key);
      else {
        this.#pages.delete(key);
        this.#forgetEarlier(key);
        this.#earlier.set(key, page);
        // From now on it is not compressed any better.
        page.isDropped = true;
        page.onGrowth = (bytes) => {
          if (this.#earlier.get(key) === page) this.#bytes += bytes;
        };
      }
    }
    this.#flights.clear();
  }

  #earlierOf({ earlier }: Recipe<Answer>, at: number): KeptPage | undefined {
    const page = earlier.map((key) => this.#earlier.get(key)).find((each) => each !== undefined);
    return page && at - page.trueAt < UNCERTAIN_MS ? page : undefined;
  }

  #forgetEarlier(key: string): void {
    this.#bytes -= this.#earlier.get(key)?.size ?? 0;
    this.#earlier.delete(key);
  }

  #join(key: string, page: KeptPage | undefined, recipe: Recipe<Answer>): Promise<KeptPage | Answer> {
    const begun = this.#now();
    const known = this.#flights.get(key);
    // A flight that began earlier may have seen older data.
    if (known && known.begun > this.#doubtedAt && begun - known.begun < FRESH_MS) return known.made;
    const flight: Flight<Answer> = { begun, made: this.#fly(key, page, { begun, recipe }) };
    this.#flights.set(key, flight);
    const landed = () => void (this.#flights.get(key) === flight && this.#flights.delete(key));
    flight.made.then(landed, landed);
    return flight.made;
  }

  async #fly(
    key: string,
    page: KeptPage | undefined,
    { begun, recipe }: { begun: number; recipe: Recipe<Answer> },
  ): Promise<KeptPage | Answer> {
    if (page) {
      const truth = page.reads.length === 0 ? 'same' : await recipe.stillTrue(page);
      if (truth === 'same') {
        page.trueAt = page.askedAt = begun;
        return page;
      }
      if (truth === 'unknown' && begun - page.trueAt < UNCERTAIN_MS) {
        // An API that was asked before something was written has to be asked again.
        page.askedAt = this.#doubtedAt < begun ? this.#now() : begun;
        return page;
      }
    }
    const earlier = this.#earlierOf(recipe, begun);
    // Checked at the same time: an API that is away takes a while to show it.
    const truth = earlier && recipe.stillTrue(earlier);
    const made = await recipe.make(begun);
    if (earlier && recipe.lacksApi(made) && (await truth) !== 'changed') {
      earlier.askedAt = this.#now();
      return earlier;
    }
    // Skipped if a later flight has begun, which knows better, or if all pages have been cleared.
    if (this.#flights.get(key)?.begun === begun) {
      this.#drop(key);
      if (recipe.isKept(made)) {
        for (const each of recipe.earlier) this.#forgetEarlier(each);
        this.#keep(key, made);
      }
    }
    return made;
  }

  #keep(key: string, page: KeptPage): void {
    page.size += 2 * key.length;
    this.#pages.set(key, page);
    this.#bytes += page.size;
    page.onGrowth = (bytes) => {
      if (page.isDropped) return;
      this.#bytes += bytes;
      this.#makeRoom();
    };
    this.#makeRoom();
  }

  #makeRoom(): void {
    for (const key of this.#earlier.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#forgetEarlier(key);
    }
    for (const key of this.#pages.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#drop(key);
    }
  }

  #drop(key: string): void {
    const page = this.#pages.get(key);
    if (!page) return;
    page.isDropped = true;
    this.#pages.delete(key);
    this.#bytes -= page.size;
  }
}

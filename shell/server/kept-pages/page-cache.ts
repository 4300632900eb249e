/**
 * Pages in memory, each exactly as long as it is true (decision 057). It knows nothing of HTTP: pages are made and asked
 * about by whoever asks for them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Truth } from './api-reads.ts';
import type { KeptPage } from './kept-page.ts';

/** How long a page is answered without asking whether it is true. */
const FRESH_MS = 1_000;
/** How long a page is answered that nobody can be asked about, because the API is away. */
const UNCERTAIN_MS = 10 * 60_000;
/** How long a visitor waits for an API that did not answer the last time. */
const PATIENCE_MS = 250;

/** How a page comes to be. */
export interface Recipe<Answer> {
  /** @param at when it began: what it is made of is not older. @returns the page, or an answer that is not kept */
  make(at: number): Promise<KeptPage | Answer>;
  isKept(made: KeptPage | Answer): made is KeptPage;
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
  readonly #flights = new Map<string, Flight<Answer>>();
  #bytes = 0;
  #doubtedAt = Number.NEGATIVE_INFINITY;

  /** @param maxBytes 0 keeps nothing @param now milliseconds that only grow */
  constructor(maxBytes: number, now: () => number = () => performance.now()) {
    this.#maxBytes = maxBytes;
    this.#now = now;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** A page that needs not be asked about. */
  fresh(key: string): KeptPage | undefined {
    const page = this.#pages.get(key);
    if (!page || page.askedAt <= this.#doubtedAt || this.#now() - page.askedAt >= FRESH_MS) return undefined;
    this.#pages.delete(key);
    this.#pages.set(key, page);
    return page;
  }

  /** The page as it is true now, made anew when it has to be; for all who ask at the same time once. @throws what `make` throws */
  async get(key: string, recipe: Recipe<Answer>): Promise<KeptPage | Answer> {
    const fresh = this.fresh(key);
    if (fresh) return fresh;
    const page = this.#pages.get(key);
    const made = this.#join(key, page, recipe);
    // While the API is away nobody waits long to hear it again.
    if (!page || page.askedAt <= page.trueAt || this.#now() - page.trueAt >= UNCERTAIN_MS) return made;
    made.catch(() => {});
    return Promise.race([made, delay(PATIENCE_MS, page)]);
  }

  /** Something was written: every page is asked about before it is answered again. */
  doubt(): void {
    this.#doubtedAt = this.#now();
  }

  /** Forgets all pages. */
  clear(): void {
    for (const page of this.#pages.values()) page.isDropped = true;
    this.#pages.clear();
    this.#bytes = 0;
    this.#flights.clear();
  }

  #join(key: string, page: KeptPage | undefined, recipe: Recipe<Answer>): Promise<KeptPage | Answer> {
    const begun = this.#now();
    const known = this.#flights.get(key);
    // One that began earlier may not have seen what is true by now.
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
        page.askedAt = this.#now();
        return page;
      }
    }
    const made = await recipe.make(begun);
    // Another one that began later knows better, and so does who forgot all pages meanwhile.
    if (this.#flights.get(key)?.begun === begun) {
      this.#drop(key);
      if (recipe.isKept(made)) this.#keep(key, made);
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

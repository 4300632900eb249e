/** What is new in files, for browsers that have the file of an earlier build (decision 088). */
import { readFile, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { deltaOf, dictionaryHash } from './dictionary.ts';

/** Limits on what is kept, in bytes and in number: four releases of four remotes take a tenth of them. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_DELTAS = 5_000;
const MAX_HASHES = 5_000;
/** Longest wait for a delta that is being made: sending the whole file takes about as long. */
const PATIENCE_MS = 300;

/** A file that is wanted as a delta from the same file of an earlier build. */
export interface WantedDelta {
  /** Local path of the file, whose content never changes. */
  file: string;
  /** SHA-256 (base64) of the file that the browser has. */
  dictionary: string;
  /** Local paths of the files that the browser may have. */
  earlier: () => Promise<string[]>;
}

/** Makes deltas when they are first asked for, one at a time, and keeps them in memory. */
export class Deltas {
  /** By dictionary and file, least recently asked for first. Undefined if the file itself is smaller. */
  readonly #kept = new Map<string, Buffer | undefined>();
  readonly #making = new Map<string, Promise<Buffer | undefined>>();
  /** SHA-256 by path. */
  readonly #hashes = new Map<string, string>();
  #bytes = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** The body to send; undefined if the whole file should be sent, for example because the delta is not ready yet. */
  async of(wanted: WantedDelta): Promise<Buffer | undefined> {
    const key = `${wanted.dictionary} ${wanted.file}`;
    if (this.#kept.has(key)) return this.#keep(key, this.#kept.get(key));
    let making = this.#making.get(key);
    if (!making) {
      making = this.#make(key, wanted)
        // Unreadable files are reported elsewhere: the whole file can always be sent instead.
        .catch(() => undefined)
        .finally(() => this.#making.delete(key));
      this.#making.set(key, making);
    }
    const patience = new AbortController();
    const late = delay(PATIENCE_MS, undefined, { signal: patience.signal, ref: false }).catch(() => undefined);
    try {
      return await Promise.race([making, late]);
    } finally {
      patience.abort();
    }
  }

  async #make(key: string, { file, dictionary, earlier }: WantedDelta): Promise<Buffer | undefined> {
    const source = await this.#matching(dictionary, await earlier());
    // Not remembered, since anybody can name any hash.
    if (source === undefined) return undefined;
    const made = this.#last.then(async () => {
      const [bytes, old] = await Promise.all([readFile(file), readFile(source)]);
      // The file has changed since it was hashed; a delta from anything else would break the page.
      if (dictionaryHash(old) !== dictionary) return undefined;
      const delta = await deltaOf(bytes, old);
      return this.#keep(key, delta.length < (await compressedSize(file, bytes)) ? delta : undefined);
    });
    this.#last = made.catch(() => {});
    return made;
  }

  async #matching(dictionary: string, candidates: string[]): Promise<string | undefined> {
    for (const candidate of candidates) {
      let hash = this.#hashes.get(candidate);
      if (hash === undefined) {
        hash = dictionaryHash(await readFile(candidate));
        this.#hashes.set(candidate, hash);
        if (this.#hashes.size > MAX_HASHES) this.#hashes.delete(first(this.#hashes));
      }
      if (hash === dictionary) return candidate;
    }
    return undefined;
  }

  #keep(key: string, delta: Buffer | undefined): Buffer | undefined {
    this.#drop(key);
    this.#kept.set(key, delta);
    this.#bytes += delta?.length ?? 0;
    while (this.#bytes > MAX_BYTES || this.#kept.size > MAX_DELTAS) this.#drop(first(this.#kept));
    return delta;
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.length ?? 0;
    this.#kept.delete(key);
  }
}

const first = (map: Map<string, unknown>): string => map.keys().next().value!;

/** Size of the smallest alternative, in bytes. */
async function compressedSize(file: string, bytes: Buffer): Promise<number> {
  const compressed = await stat(`${file}.br`).catch(() => undefined);
  return compressed?.size ?? bytes.length;
}

/** Loads server bundles of releases into this process; only what has the hash that is in the registry runs. */
import type { RegistryEntry } from 'shared/contracts/registry';
import { CONTRACT_VERSION, type RemoteModule } from 'shared/contracts/remote';
import { evaluateServerBundle } from 'shared/releases/server-bundle';
import type { Catalog } from './catalog.ts';

/** Longest time that reading and evaluating a bundle may take, in milliseconds. */
const LOAD_DEADLINE_MS = 1_500;
/** How long a release that failed to load is left alone, in milliseconds: doubled with each failure, up to the cap. */
const RETRY_AFTER_MS = 5_000;
const RETRY_CAP_MS = 60_000;

/** Server bundles by release: each is evaluated once, and a failure is remembered for a while. */
export class ServerBundles {
  readonly #catalog: Catalog;
  readonly #bundles = new Map<string, Promise<RemoteModule>>();
  readonly #failures = new Map<string, { error: unknown; count: number; until: number }>();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  /** @throws when the bundle is missing, altered, broken, made for another contract, or late */
  async load(name: string, entry: RegistryEntry): Promise<RemoteModule> {
    const key = `${name}/${entry.metadata.version}`;
    const failure = this.#failures.get(key);
    if (failure && failure.until > Date.now()) throw failure.error;
    const loading = this.#bundles.get(key) ?? withDeadline(this.#evaluate(key, entry), key);
    this.#bundles.set(key, loading);
    try {
      return await loading;
    } catch (error) {
      this.#bundles.delete(key);
      const count = (failure?.count ?? 0) + 1;
      const pause = Math.min(RETRY_AFTER_MS * 2 ** (count - 1), RETRY_CAP_MS);
      this.#failures.set(key, { error, count, until: Date.now() + pause });
      throw error;
    }
  }

  async #evaluate(key: string, { extras }: RegistryEntry): Promise<RemoteModule> {
    if (extras.contract !== CONTRACT_VERSION) {
      throw new Error(`${key} was built for contract ${extras.contract}; this shell speaks ${CONTRACT_VERSION}.`);
    }
    const source = await this.#catalog.read(extras.server.url, extras.server.integrity);
    // Node remembers a module that failed to evaluate; another key makes it try again.
    return evaluateServerBundle(`${key}/${this.#failures.get(key)?.count ?? 0}`, source.toString('utf8'));
  }
}

function withDeadline<T>(work: Promise<T>, what: string): Promise<T> {
  const { promise, reject, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(
    () => reject(new Error(`${what} did not load within ${LOAD_DEADLINE_MS} ms.`)),
    LOAD_DEADLINE_MS,
  );
  work.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}

/**
 * Loads server bundles of releases into this process, without giving up control of what runs: the source that is
 * evaluated is the source whose hash is in the registry, and it can import the shared modules and nothing else.
 */
import { registerHooks } from 'node:module';
import type { RouteObject } from 'react-router-dom';
import type { RegistryEntry } from 'shared/contracts/registry';
import { CONTRACT_VERSION } from 'shared/contracts/remote';
import { sharedModules } from 'shared/contracts/shared-modules';
import type { Catalog } from './catalog.ts';

/** Longest time that reading and evaluating a bundle may take, in milliseconds. */
const LOAD_DEADLINE_MS = 1_500;
/** How long a release that failed to load is left alone, in milliseconds: doubled with each failure, up to the cap. */
const RETRY_AFTER_MS = 5_000;
const RETRY_CAP_MS = 60_000;

const SCHEME = 'release:';
const sources = new Map<string, string>();

registerHooks({
  resolve(specifier, context, next) {
    if (sources.has(specifier)) return { url: specifier, format: 'module', shortCircuit: true };
    if (!context.parentURL?.startsWith(SCHEME)) return next(specifier, context);
    if (!Object.hasOwn(sharedModules, specifier)) {
      throw new Error(`${context.parentURL} imports "${specifier}", which the shell does not provide.`);
    }
    return next(specifier, { ...context, parentURL: import.meta.url });
  },
  load(url, context, next) {
    const source = sources.get(url);
    return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true };
  },
});

interface LoadedBundle {
  routes: RouteObject[];
}

/** Server bundles by release: each is evaluated once, and a failure is remembered for a while. */
export class ServerBundles {
  readonly #catalog: Catalog;
  readonly #bundles = new Map<string, Promise<LoadedBundle>>();
  readonly #failures = new Map<string, { error: unknown; count: number; until: number }>();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  /** @throws when the bundle is missing, altered, broken, made for another contract, or late */
  async load(name: string, entry: RegistryEntry): Promise<LoadedBundle> {
    const key = `${SCHEME}${name}/${entry.metadata.version}`;
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

  async #evaluate(key: string, { extras }: RegistryEntry): Promise<LoadedBundle> {
    if (extras.contract !== CONTRACT_VERSION) {
      throw new Error(`${key} was built for contract ${extras.contract}; this shell speaks ${CONTRACT_VERSION}.`);
    }
    const source = await this.#catalog.read(extras.server.url, extras.server.integrity);
    // Node remembers a module that failed to evaluate; another address makes it try again.
    const url = `${key}/${this.#failures.get(key)?.count ?? 0}`;
    sources.set(url, source.toString('utf8'));
    try {
      const bundle = (await import(url)) as { routes?: RouteObject[] };
      if (!Array.isArray(bundle.routes)) throw new Error(`${key} exports no routes.`);
      return { routes: bundle.routes };
    } finally {
      sources.delete(url);
    }
  }
}

function withDeadline<T>(work: Promise<T>, what: string): Promise<T> {
  const { promise, reject, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(new Error(`${what} did not load within ${LOAD_DEADLINE_MS} ms.`)), LOAD_DEADLINE_MS);
  work.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}

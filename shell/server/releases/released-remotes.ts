import type { RemoteSource } from '../remote-source.ts';
import { Catalog } from './catalog.ts';
import { ServerBundles } from './server-bundle.ts';
import type { ReleaseStore } from './store.ts';

/** Remotes as they were released into a store. Only files that have the hash of their release are used. */
export function releasedRemotes(store: ReleaseStore): RemoteSource {
  const catalog = new Catalog(store);
  const bundles = new ServerBundles(catalog);
  return {
    registry: () => catalog.registry(),
    release: (entry) => catalog.release(entry),
    routes: async (name, entry) => (await bundles.load(name, entry)).routes,
    file: (name, version, file) => catalog.publicFile(name, version, file),
  };
}

import type { RegistryEntry } from 'shared/contracts/registry';
import type { RemoteSource } from '../remote-source.ts';
import { Catalog } from './catalog.ts';
import type { ReleaseStore } from 'shared/release-store/reading-store';

export interface ReleasedRemotes extends RemoteSource {
  /** A release's server bundle, verified. @throws StoreError */
  serverBundle(entry: RegistryEntry): Promise<string>;
}

/** Remotes as they were released into a store. Only files with the hash that their release states are used. */
export function releasedRemotes(store: ReleaseStore): ReleasedRemotes {
  const catalog = new Catalog(store);
  return {
    registry: () => catalog.registry(),
    newerRegistry: () => catalog.newerRegistry(),
    release: (entry) => catalog.release(entry),
    file: (name, version, file) => catalog.publicFile(name, version, file),
    earlierFiles: (name, version, file) => catalog.earlierFiles(name, version, file),
    async serverBundle({ extras }) {
      return (await catalog.read(extras.server.url, extras.server.integrity)).toString('utf8');
    },
  };
}

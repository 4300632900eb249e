/** What `@portloom/tooling/vite` exports: the factory of a remote's Vite configuration. */
import type { Plugin, UserConfigFnObject } from 'vite';

/** Modules with their own chunk. */
export interface ChunkGroup {
  name: string;
  /** How their paths begin: `src/list/`, `shared/ui/prose`. */
  modules: readonly string[];
  /** It takes along what its modules import, before pages that share some of it can split it. */
  isFirst?: true;
}

export interface OwnConfig {
  groups?: ChunkGroup[];
  plugins?: Plugin[];
}

/** @param name of the remote, as in its package.json: `mf-events` */
export declare function remoteConfig(name: string, own?: OwnConfig): UserConfigFnObject;

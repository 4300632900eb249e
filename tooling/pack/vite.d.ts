/** What `@portloom/tooling/vite` exports: the factory of a remote's Vite configuration. */
import type { Plugin, UserConfigFnObject } from 'vite';

export interface OwnConfig {
  /** Modules with a chunk of their own. */
  groups?: { name: string; test: RegExp }[];
  plugins?: Plugin[];
}

/** @param name of the remote, as in its package.json: `mf-events` */
export declare function remoteConfig(name: string, own?: OwnConfig): UserConfigFnObject;

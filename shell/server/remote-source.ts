import type { Registry, RegistryEntry, Release } from 'shared/contracts/registry';

/**
 * Where the shell's server takes its remotes from: releases in production (`releases/released-remotes.ts`), sources in
 * development (`tooling/development/source-remotes.ts`). What follows from a registry is decided in `shared/releases`.
 */
export interface RemoteSource {
  /** Which releases exist, and which are current. @throws when that is not known and never was */
  registry(): Promise<Registry>;
  /** The same for a release that it does not have, which another shell may know. Absent where nothing is released. */
  newerRegistry?(): Promise<Registry>;
  /** What browsers load of a release. @throws if that is not available */
  release(entry: RegistryEntry): Promise<Release>;
  /** Local path of a file that browsers may load below `/remotes/`, or undefined. */
  file(name: string, version: string, file: string): Promise<string | undefined>;
  /** Local paths of the same file of other releases, which browsers may have. Absent where nothing is released. */
  earlierFiles?(name: string, version: string, file: string): Promise<string[]>;
}

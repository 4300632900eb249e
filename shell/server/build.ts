/** The shell's own build: the server entry, and what browsers load from it. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as EntryServer from '../src/entry-server.tsx';
import type { Integrity } from 'shared/contracts/registry';
import { moduleIntegrityOf } from 'shared/releases/integrity';

export interface ShellBuild {
  entry: typeof EntryServer;
  /** Where other threads import it from. */
  entryUrl: string;
  /** Directory whose `assets/` browsers load. */
  clientDirectory: string;
  /** Address of the module that starts the browser's part. */
  client: string;
  /** Modules that it imports statically, which are to be preloaded. */
  preload: string[];
  /** Hashes by URL. */
  integrity: Record<string, Integrity>;
}

const CLIENT_SOURCE = 'src/client.tsx';

type ViteManifest = Record<string, { file: string; imports?: string[] }>;

/** @param directory `dist` (or `dist-development`, with React's development build). @throws when there is no build */
export async function loadShellBuild(directory: string): Promise<ShellBuild> {
  const clientDirectory = path.join(directory, 'client');
  let manifest: ViteManifest;
  try {
    manifest = JSON.parse(await readFile(path.join(clientDirectory, '.vite/manifest.json'), 'utf8')) as ViteManifest;
  } catch {
    throw new Error(`There is no build of the shell in ${directory}. Make one with: npm run build`);
  }
  const chunks = [CLIENT_SOURCE, ...(manifest[CLIENT_SOURCE]?.imports ?? [])].map((key) => `/${manifest[key]?.file}`);
  const hashes = chunks.map(
    async (file) => [file, moduleIntegrityOf(await readFile(path.join(clientDirectory, file)))] as const,
  );
  const entryUrl = pathToFileURL(path.join(directory, 'server/entry-server.js')).href;
  return {
    entry: (await import(entryUrl)) as typeof EntryServer,
    entryUrl,
    clientDirectory,
    client: chunks[0]!,
    preload: chunks.slice(1),
    integrity: Object.fromEntries(await Promise.all(hashes)),
  };
}

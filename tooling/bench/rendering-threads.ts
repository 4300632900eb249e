/** Threads that render remotes' builds, without a store and without a server. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { company } from '../../shared/content/company.ts';
import type { Registry, RegistryEntry } from '../../shared/contracts/registry.ts';
import { CONTRACT_VERSION } from '../../shared/contracts/remote.ts';
import type { ShellData } from '../../shared/contracts/shell.ts';
import { withRelease } from '../../shared/releases/current.ts';
import { ReleaseThreads } from '../../shell/server/rendering/release-threads.ts';
import type { NamedRelease, PageJob } from '../../shell/server/rendering/renderer.ts';
import { distOf } from '../workspace/remotes.ts';
import { repositoryRoot } from '../workspace/root.ts';

/** The pages that are measured, each with its remote. */
export const PAGES = {
  '/': 'mf-marketing',
  '/contact': 'mf-marketing',
  '/blogDey': 'mf-blog',
  '/career': 'mf-careers',
};

const origin = 'http://localhost:3000';
const shellData: ShellData = { company, session: { status: 'anonymous' }, origin };
const file = { url: '', integrity: 'sha384-' } as const;

/** Remotes' builds as releases, without a store. */
export class Releases {
  /** How each is read: a store keeps no bundle in memory, either. */
  readonly #sources = new Map<string, () => Promise<string>>();
  #registry: Registry = { schema: '', microFrontends: {} };

  async add(name: string, version: string, change = (bundle: string) => bundle): Promise<NamedRelease> {
    const url = `/remotes/${name}/${version}/remoteEntry.js`;
    this.#sources.set(url, async () => change(await readFile(bundleOf(name), 'utf8')));
    const entry: RegistryEntry = {
      url,
      metadata: { version, integrity: 'sha384-' },
      deployment: { traffic: 100, default: true },
      extras: {
        routes: Object.entries(PAGES).flatMap(([page, owner]) => (owner === name ? [page] : [])),
        release: file,
        server: file,
        contract: CONTRACT_VERSION,
        releasedAt: new Date().toISOString(),
      },
    };
    this.#registry = withRelease(this.#registry, name, entry, { at: new Date().toISOString(), by: 'bench' });
    return { name, entry };
  }

  registry = async (): Promise<Registry> => this.#registry;
  serverBundle = async ({ url }: RegistryEntry): Promise<string> => this.#sources.get(url)!();
}

export const bundleOf = (name: string): string => path.join(distOf(name), 'server/routes.mjs');

export const entryUrl = pathToFileURL(path.join(repositoryRoot, 'shell/dist/server/entry-server.js')).href;
const log = { error: (line: object) => console.error(line), warn: () => {} };

export function threadsFor(releases: Releases, { threads = 8, quiet = false } = {}): ReleaseThreads {
  const settings = { threads, memoryMb: 256, nodeEnv: 'production', entry: entryUrl, shellData };
  return new ReleaseThreads(releases, settings, quiet ? { ...log, error: () => {} } : log);
}

export function jobFor(page: string, apiUrl: string): PageJob {
  return {
    url: new URL(page, origin),
    form: undefined,
    shellData: Promise.resolve(shellData),
    loaderContext: { apiFetch: (call, init) => fetch(apiUrl + call, init) },
    signal: AbortSignal.timeout(30_000),
  };
}

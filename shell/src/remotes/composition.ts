/**
 * The composition in the browser: which releases this page view is made of. It stays the same until the next
 * full page load, whatever is released by then.
 */
import { laterImportMap } from 'shared/releases/import-map';
import { ownerOf, patternOf } from 'shared/releases/ownership';
import type { ComposedRemote, Composition, CompositionDocument } from 'shared/contracts/registry';
import { withinDeadline } from './deadline.ts';
import { addImportMap, knownIntegrity } from './import-map.ts';
import { once } from './once.ts';
import { RemoteUnavailableError } from './unavailable.ts';

/** Releases of this page view have been removed. */
export class CompositionGoneError extends Error {}

/** Address of the document for a choice of releases. It names the choice, so it never changes and is cached. */
function compositionUrl({ releases }: Composition): string {
  const choice = Object.entries(releases).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `/composition.json?${new URLSearchParams(choice)}`;
}

/**
 * Finds owners of paths. The page carries its own owner and pattern only, and the hashes of the modules that it may
 * load itself; the rest is fetched when a visitor first turns to another page.
 */
export function createOwners(composition: Composition, own: ComposedRemote | null) {
  const others = once(() => fetchDocument(composition));

  return {
    /**
     * Resolves when the browser knows the hashes of all modules of the composition.
     * @throws CompositionGoneError
     * @throws RemoteUnavailableError when the site does not answer
     */
    async verified(): Promise<void> {
      await others().catch((error: unknown) => {
        throw error instanceof CompositionGoneError ? error : new RemoteUnavailableError('composition', error);
      });
    },
    /**
     * The release that owns a path, or undefined when no remote does. Also begins to load the modules of its page:
     * otherwise the entry, the route table and the page ask for them in turn, each only once it has arrived itself.
     * @throws when the composition cannot be fetched
     */
    async of(pathname: string): Promise<ComposedRemote | undefined> {
      if (own && ownerOf({ [own.name]: own.routes }, pathname)) return own;
      const { remotes: known, modules, integrity } = await others();
      const name = ownerOf(
        Object.fromEntries(Object.values(known).map((remote) => [remote.name, remote.routes])),
        pathname,
      );
      const remote = name === undefined ? undefined : known[name];
      const pattern = remote && patternOf(remote.routes, pathname);
      if (pattern) for (const url of modules?.[pattern] ?? []) preload(url, integrity[url]);
      return remote;
    },
  };
}

/**
 * Preloads a module, with its hash: Firefox (153) takes none from an import map that comes after the first module, and
 * would run any file.
 */
function preload(url: string, integrity = ''): void {
  if (document.head.querySelector(`link[href="${url}"]`)) return;
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', integrity, href: url }));
}

async function fetchDocument(composition: Composition): Promise<CompositionDocument> {
  const response = await withinDeadline('composition', fetch(compositionUrl(composition)));
  if (response.status === 404) throw new CompositionGoneError();
  if (!response.ok) throw new Error(`composition ${composition.id}: status ${response.status}`);
  const known = (await response.json()) as CompositionDocument;
  addImportMap(laterImportMap(known.integrity, knownIntegrity()));
  return known;
}

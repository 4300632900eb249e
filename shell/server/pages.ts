/** Answers a page view: choose the releases, render with the owner's, fall back, and never take the frame down. */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { ComposedRemote, Integrity, RegistryEntry, Release } from 'shared/contracts/registry';
import type { ServerLoaderContext, ShellData } from 'shared/contracts/shell';
import type { RenderedPage } from '../src/entry-server.tsx';
import type { ShellBuild } from './build.ts';
import { htmlDocument } from './html.ts';
import { compositionOf, composedRemote, moduleIntegrity, ownerAmong, releaseUrl, type Catalog } from './releases/catalog.ts';
import type { ServerBundles } from './releases/server-bundle.ts';

/** Longest time that loaders and rendering of one release may take, in milliseconds. */
const RENDER_DEADLINE_MS = 5_000;
/** What a 503 asks clients to wait, in seconds. */
const RETRY_AFTER_S = 10;

export interface PageAnswer {
  status: number;
  headers: Record<string, string>;
  html: string;
}

interface PageView {
  /** Absolute, with the site's public origin. */
  url: URL;
  nonce: string;
  shellData: ShellData;
  loaderContext: ServerLoaderContext;
  log: FastifyBaseLogger;
}

interface Dependencies {
  build: ShellBuild;
  catalog: Catalog;
  bundles: ServerBundles;
}

interface Attempt {
  page: RenderedPage | Response;
  entry: RegistryEntry;
  release: Release;
}

export class Pages {
  readonly #dependencies: Dependencies;
  /** The release of each remote that rendered a page last. */
  readonly #lastGood = new Map<string, RegistryEntry>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async render(view: PageView): Promise<PageAnswer> {
    const { catalog } = this.#dependencies;
    const entries = await catalog.current();
    const owner = ownerAmong(entries, view.url.pathname);
    if (owner === undefined) return this.#withoutRemote(view, entries);
    const attempt = await this.#attempt(view, owner, await this.#candidates(owner, entries));
    if (!attempt) return this.#withoutRemote(view, entries, owner);

    const { page, entry, release } = attempt;
    if (page instanceof Response) return redirect(page);
    const { name, version } = release;
    const files = pageFiles(release, page.routeIds).map((file) => releaseUrl(name, version, file));
    return this.#answer(view, page, {
      entries: new Map(entries).set(owner, entry),
      remote: composedRemote(owner, entry),
      unavailable: null,
      files,
      integrity: moduleIntegrity(release),
    });
  }

  /**
   * The current release, then the last one that worked, then the one before the current: a release may work but for
   * this page, and after a restart nothing is known to have worked.
   */
  async #candidates(owner: string, entries: ReadonlyMap<string, RegistryEntry>): Promise<RegistryEntry[]> {
    const known = [entries.get(owner), this.#lastGood.get(owner), await this.#dependencies.catalog.previous(owner)];
    const byVersion = new Map(known.filter((entry) => entry !== undefined).map((entry) => [entry.metadata.version, entry]));
    return [...byVersion.values()];
  }

  async #attempt(view: PageView, owner: string, candidates: RegistryEntry[]): Promise<Attempt | undefined> {
    for (const entry of candidates) {
      try {
        const attempt = await this.#renderWith(view, owner, entry);
        this.#lastGood.set(owner, entry);
        return attempt;
      } catch (error) {
        view.log.error({ err: error, remote: owner, release: entry.metadata.version }, 'remote failed to render');
      }
    }
    return undefined;
  }

  async #renderWith(view: PageView, owner: string, entry: RegistryEntry): Promise<Attempt> {
    const { build, catalog, bundles } = this.#dependencies;
    const [release, bundle] = await Promise.all([catalog.release(entry), bundles.load(owner, entry)]);
    const abort = new AbortController();
    const request = new Request(view.url, { headers: { accept: 'text/html' }, signal: abort.signal });
    const rendering = build.entry.renderPage({
      request,
      remote: { name: owner, version: release.version, routes: bundle.routes },
      shellData: view.shellData,
      loaderContext: view.loaderContext,
    });
    // Loaders that ignore their signal must not hold the visitor up either.
    const late = delay(RENDER_DEADLINE_MS, undefined, { signal: abort.signal }).then(() => {
      throw new Error(`${owner} did not render within ${RENDER_DEADLINE_MS} ms`);
    });
    late.catch(() => {});
    rendering.catch(() => {});
    try {
      return { page: await Promise.race([rendering, late]), entry, release };
    } finally {
      abort.abort();
    }
  }

  /** The frame alone: nobody owns the path, or its owner cannot render it. */
  async #withoutRemote(view: PageView, entries: ReadonlyMap<string, RegistryEntry>, unavailable?: string): Promise<PageAnswer> {
    const { build } = this.#dependencies;
    const page = await build.entry.renderPage({
      request: new Request(view.url),
      remote: null,
      ...(unavailable === undefined ? {} : { unavailable }),
      shellData: view.shellData,
      loaderContext: view.loaderContext,
    });
    if (page instanceof Response) return redirect(page);
    return this.#answer(view, page, {
      entries,
      remote: null,
      unavailable: unavailable ?? null,
      files: [],
      integrity: {},
    });
  }

  #answer(
    view: PageView,
    page: RenderedPage,
    { entries, remote, unavailable, files, integrity }: {
      entries: ReadonlyMap<string, RegistryEntry>;
      remote: ComposedRemote | null;
      unavailable: string | null;
      files: string[];
      integrity: Record<string, Integrity>;
    },
  ): PageAnswer {
    const html = htmlDocument({
      page,
      data: { composition: compositionOf(entries), remote, unavailable, layout: page.layout, hydration: page.hydration },
      build: this.#dependencies.build,
      nonce: view.nonce,
      integrity,
      modules: files.filter((file) => file.endsWith('.js')),
      styleSheets: files.filter((file) => file.endsWith('.css')),
    });
    const headers: Record<string, string> = { 'cache-control': 'no-cache' };
    if (page.status === 503) headers['retry-after'] = String(RETRY_AFTER_S);
    return { status: page.status, headers, html };
  }
}

/** Everything the matched page needs, so that nothing is discovered by running code. */
function pageFiles(release: Release, routeIds: string[]): string[] {
  const own = release.routes.filter(({ id }) => routeIds.includes(id)).flatMap(({ files }) => files);
  return [...new Set([...release.entryFiles, ...own])];
}

function redirect(response: Response): PageAnswer {
  const location = response.headers.get('location');
  return { status: response.status, headers: location ? { location } : {}, html: '' };
}

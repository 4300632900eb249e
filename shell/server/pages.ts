/** Answers a page view: choose the releases, render with the owner's, fall back, and never take the frame down. */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { RouteObject } from 'react-router-dom';
import type { ComposedRemote, Integrity, RegistryEntry, Release } from 'shared/contracts/registry';
import type { ServerLoaderContext, ShellData } from 'shared/contracts/shell';
import { composedRemote, compositionOf, moduleIntegrity, ownershipOf, pageFiles } from 'shared/releases/composition';
import { type ChosenReleases, currentReleases, releasesToTry } from 'shared/releases/current';
import { ownerOf } from 'shared/releases/ownership';
import type { RenderedPage } from '../src/entry-server.tsx';
import { wholeComposition } from './composition-document.ts';
import { RETRY_AFTER_S } from './problem.ts';
import type { SiteParts } from './site-parts.ts';

/** Longest time that loaders and rendering of one release may take, and the same when an action runs first, in milliseconds. */
const DEADLINES = { page: 5_000, form: 15_000 };

export interface PageAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  html: string;
  /** The release that made it; null for the frame alone and for redirects. */
  release: { name: string; version: string } | null;
}

interface PageView {
  /** Absolute, with the site's public origin. */
  url: URL;
  /** Body of a form that was sent to the page, `application/x-www-form-urlencoded`. */
  form: string | undefined;
  shellData: Promise<ShellData>;
  loaderContext: ServerLoaderContext;
  log: FastifyBaseLogger;
}

interface LoadedRelease {
  release: Release;
  routes: RouteObject[];
}

interface Attempt {
  page: RenderedPage | Response;
  entry: RegistryEntry;
  release: Release;
}

export class Pages {
  readonly #parts: SiteParts;
  /** The release of each remote that rendered a page last. */
  readonly #lastGood = new Map<string, RegistryEntry>();

  constructor(parts: SiteParts) {
    this.#parts = parts;
  }

  async render(view: PageView): Promise<PageAnswer> {
    const registry = await this.#parts.remotes.registry();
    const entries = currentReleases(registry);
    const owner = ownerOf(ownershipOf(entries), view.url.pathname);
    if (owner === undefined) return this.#withoutRemote(view, entries);
    const attempt = await this.#attempt(view, owner, releasesToTry(registry, owner, this.#lastGood.get(owner)));
    if (!attempt) return this.#withoutRemote(view, entries, owner);

    const { page, entry, release } = attempt;
    if (page instanceof Response) return redirect(page);
    return this.#answer(view, page, {
      entries: new Map(entries).set(owner, entry),
      remote: composedRemote(owner, entry),
      unavailable: null,
      files: pageFiles(release, page.routeIds),
      integrity: moduleIntegrity(release),
    });
  }

  async #attempt(view: PageView, owner: string, candidates: RegistryEntry[]): Promise<Attempt | undefined> {
    for (const entry of candidates) {
      let loaded: LoadedRelease | undefined;
      try {
        loaded = await this.#load(owner, entry);
        const page = await this.#render(view, owner, loaded);
        this.#lastGood.set(owner, entry);
        return { page, entry, release: loaded.release };
      } catch (error) {
        view.log.error({ err: error, remote: owner, release: entry.metadata.version }, 'remote failed to render');
        // What a form asked for may have been done: it is not done again by another release.
        if (loaded && view.form !== undefined) return undefined;
      }
    }
    return undefined;
  }

  async #load(owner: string, entry: RegistryEntry): Promise<LoadedRelease> {
    const { remotes } = this.#parts;
    const [release, routes] = await Promise.all([remotes.release(entry), remotes.routes(owner, entry)]);
    return { release, routes };
  }

  async #render(view: PageView, owner: string, { release, routes }: LoadedRelease): Promise<RenderedPage | Response> {
    const { documents, deadlines = DEADLINES } = this.#parts;
    const { renderPage } = await documents.entry();
    const abort = new AbortController();
    const rendering = renderPage({
      request: requestOf(view, abort.signal),
      remote: { name: owner, version: release.version, routes },
      shellData: view.shellData,
      loaderContext: view.loaderContext,
    });
    // Loaders that ignore their signal must not hold the visitor up either.
    const deadline = deadlines[view.form === undefined ? 'page' : 'form'];
    const late = delay(deadline, undefined, { signal: abort.signal }).then(() => {
      throw new Error(`${owner} did not render within ${deadline} ms`);
    });
    late.catch(() => {});
    rendering.catch(() => {});
    try {
      return await Promise.race([rendering, late]);
    } finally {
      abort.abort();
    }
  }

  /** The frame alone: nobody owns the path, or its owner cannot render it. */
  async #withoutRemote(view: PageView, entries: ChosenReleases, unavailable?: string): Promise<PageAnswer> {
    const { renderPage } = await this.#parts.documents.entry();
    const page = await renderPage({
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

  async #answer(
    view: PageView,
    page: RenderedPage,
    {
      entries,
      remote,
      unavailable,
      files,
      integrity,
    }: {
      entries: ChosenReleases;
      remote: ComposedRemote | null;
      unavailable: string | null;
      files: string[];
      integrity: Record<string, Integrity>;
    },
  ): Promise<PageAnswer> {
    const parts = {
      page,
      data: {
        composition: compositionOf(entries),
        remote,
        unavailable,
        layout: page.layout,
        hydration: page.hydration,
      },
      integrity,
      composed: (await wholeComposition(this.#parts.remotes, entries)).integrity,
      files,
    };
    const { html, policies } = await this.#parts.documents.assemble(parts, view.url.pathname);
    const headers: Record<string, string | string[]> = {
      'cache-control': view.form !== undefined || page.isSecret ? 'no-store' : 'no-cache',
      'content-security-policy': policies,
    };
    if (page.status === 503) headers['retry-after'] = String(RETRY_AFTER_S);
    return { status: page.status, headers, html, release: remote && { name: remote.name, version: remote.version } };
  }
}

/** What the page's loaders and its action get to see. */
function requestOf({ url, form }: PageView, signal: AbortSignal): Request {
  if (form === undefined) return new Request(url, { headers: { accept: 'text/html' }, signal });
  const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
  return new Request(url, { method: 'POST', body: form, headers, signal });
}

function redirect({ status, headers }: Response): PageAnswer {
  const location = headers.get('location');
  return {
    status,
    headers: { ...(location ? { location } : {}), 'set-cookie': headers.getSetCookie(), 'cache-control': 'no-store' },
    html: '',
    release: null,
  };
}

/** Answers a page view: chooses the releases, renders with the owner's, falls back, and never takes the frame down. */
import type { FastifyBaseLogger } from 'fastify';
import type { ComposedRemote, Integrity, Registry, RegistryEntry, Release } from 'shared/contracts/registry';
import type { ServerLoaderContext, ShellData } from 'shared/contracts/shell';
import { composedRemote, compositionOf, ownershipOf, pageFiles, pageIntegrity } from 'shared/releases/composition';
import { chosenReleases, usableReleases, type VisitorChoice } from 'shared/releases/chosen';
import { type ChosenReleases, currentReleases, isUsable, releasesToTry } from 'shared/releases/current';
import { ownerOf, patternOf } from 'shared/releases/ownership';
import type { RenderedPage } from '../src/entry-server.tsx';
import { wholeComposition } from './documents/composition-document.ts';
import { inSpan } from 'shared/node/telemetry/tracing';
import { inThisTrace } from './api-calls/api-hop.ts';
import { fellBack, pageRendered, type RenderOutcome } from './measured.ts';
import { RETRY_AFTER_S } from './problem.ts';
import { REPORTING_ENDPOINTS } from './documents/security-headers.ts';
import { FaultLog } from './rendering/fault-log.ts';
import { Pauses } from './rendering/pauses.ts';
import {
  isPage,
  LatePage,
  type NamedRelease,
  type PageResponse,
  type Readiness,
  RemoteFault,
  type Renderer,
  type Rendering,
  responseOf,
  UNREADABLE,
} from './rendering/renderer.ts';
import { isOverride, originsOf } from './overrides/overrides.ts';
import type { SiteParts } from './site-parts.ts';

/** Longest time until a page is answered, even when an action runs first, in milliseconds. */
export const DEADLINES = { page: 5_000, form: 15_000 };
/** The share of the remaining time that one release may use while there is another to try. */
const SHARE_OF_TIME = 0.7;
/**
 * Longest time that visitors wait for a release to start, in milliseconds: when another one is ready to answer, when
 * another one could be started, and when there is no other.
 */
const PATIENCE_MS = { otherIsReady: 1_500, otherIsKnown: 2_000, noOther: 4_000 };
/** How many releases a page makes start that only need time: still others would make all of them later. */
const LATE_MAX = 2;
/** A release that is ready gets at least this long for a page, however long it took to start, in milliseconds. */
const LEAST_TIME_MS = 1_000;

export interface PageAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  html: string;
  /** The release that made it, with the path pattern that matched; null for the frame alone. */
  release: { name: string; version: string; pattern: string } | null;
  /** Releases that should have made it but could not. */
  failed: { name: string; version: string }[];
  /** Whether every release of the composition could be read; if not, its hashes are missing in the page's policy. */
  isComplete: boolean;
}

type MadePage = Omit<PageAnswer, 'failed'>;

interface PageView {
  /** Absolute, with the site's public origin. */
  url: URL;
  /** Body of a form that was sent to the page, `application/x-www-form-urlencoded`. */
  form: string | undefined;
  shellData: Promise<ShellData>;
  loaderContext: ServerLoaderContext;
  /** What the visitor's releases are chosen from; fetched if it is not given. */
  registry?: Registry | undefined;
  /** What decides which releases the visitor gets. */
  choice: VisitorChoice;
  log: FastifyBaseLogger;
}

interface Attempt {
  rendering: Rendering;
  entry: RegistryEntry;
  release: Release;
}

/** Which release of a remote answers visitors, and in what state the current one is. */
export interface RemoteState {
  /** Version of the release that is current. */
  current: string;
  /** Version of the release that answers; null if none has answered so far. */
  serving: string | null;
  readiness: Readiness;
  /** The latest fault of the current release. */
  fault: string | null;
}

/** The path for which the frame alone is rendered when no remote owns the requested one. */
const NOWHERE = '/';
/** Stands in for a remote's name when it is unknown which remotes there are. */
const WHOLE_SITE = 'site';

type PagesParts = Pick<SiteParts, 'remotes' | 'documents' | 'deadlines'> & {
  /** `OBSERVE_SAMPLE`; without it browsers report nothing. */
  observeSample?: number;
};

export class Pages {
  readonly #parts: PagesParts;
  readonly #renderer: Renderer;
  /** For each remote, the last release that rendered a page, among those meant for everybody. */
  readonly #lastGood = new Map<string, RegistryEntry>();
  /** Pages that hang, by release and pattern. */
  readonly #hanging = new Pauses();
  readonly #faults = new FaultLog();

  constructor(parts: PagesParts, renderer: Renderer) {
    this.#parts = parts;
    this.#renderer = renderer;
  }

  async render(view: PageView): Promise<PageAnswer> {
    const failed: PageAnswer['failed'] = [];
    return { ...(await this.#page(view, failed)), failed };
  }

  async #page(view: PageView, failed: PageAnswer['failed']): Promise<MadePage> {
    const registry = view.registry ?? (await this.#registry(view));
    if (!registry) return this.#withoutRemote(view, new Map(), WHOLE_SITE);
    const wanted = chosenReleases(registry, view.choice);
    const entries = usableReleases(registry, view.choice, wanted);
    const owner = ownerOf(ownershipOf(entries), view.url.pathname);
    if (owner === undefined) return this.#withoutRemote(view, entries);
    const chosen = wanted.get(owner)!;
    if (isOverride(chosen)) return this.#overridden(view, entries, owner);
    // A visitor who tries a release should see when it fails.
    const isTried = view.choice.tried?.[owner] === chosen.metadata.version;
    // One from before a page existed would call it not found.
    const others = releasesToTry(registry, owner, this.#lastGood.get(owner), chosen);
    const candidates = isTried ? [chosen] : others.filter((entry) => patternIn(entry, view.url.pathname));
    const attempt = await this.#attempts(view, owner, candidates, failed);
    if (!attempt) {
      fellBack.tell({ remote: owner, to: 'frame' });
      return this.#withoutRemote(view, entries, owner);
    }
    if (attempt.entry !== chosen) fellBack.tell({ remote: owner, to: 'another release' });

    const { rendering, entry, release } = attempt;
    const pattern = patternIn(entry, view.url.pathname)!;
    const answering = { name: owner, version: release.version, pattern };
    if (!isPage(rendering)) return redirect(rendering, answering);
    return this.#answer(view, rendering, {
      release: answering,
      entries: new Map(entries).set(owner, entry),
      remote: { ...composedRemote(owner, entry), routes: [pattern] },
      unavailable: null,
      files: pageFiles(release, rendering.routeIds),
      integrity: pageIntegrity(release, rendering.routeIds),
    });
  }

  async #registry({ log, url }: PageView): Promise<Registry | undefined> {
    return this.#parts.remotes.registry().catch((error: unknown) => {
      const fault = { remote: 'all', release: 'none', page: url.pathname, reason: 'no registry' };
      this.#faults.tell(log, fault, error);
      return undefined;
    });
  }

  /** Which release of each remote answers. */
  state(registry: Registry): Record<string, RemoteState> {
    const states = [...currentReleases(registry)].map(([name, entry]): [string, RemoteState] => {
      const { readiness, fault } = this.#renderer.state({ name, entry });
      const serving = releasesToTry(registry, name, this.#lastGood.get(name)).find(
        (other) => this.#renderer.state({ name, entry: other }).readiness === 'ready',
      );
      return [name, { current: entry.metadata.version, serving: serving?.metadata.version ?? null, readiness, fault }];
    });
    return Object.fromEntries(states);
  }

  /** Tries one release after the other, all within the deadline. */
  async #attempts(
    view: PageView,
    owner: string,
    candidates: RegistryEntry[],
    failed: PageAnswer['failed'],
  ): Promise<Attempt | undefined> {
    const { deadlines = DEADLINES } = this.#parts;
    const deadline = performance.now() + deadlines[view.form === undefined ? 'page' : 'form'];
    let late = 0;
    for (const [index, entry] of candidates.entries()) {
      const named = { name: owner, entry };
      const page = pageKey(named, view.url.pathname);
      if (this.#hanging.isPaused(page)) {
        failed.push({ name: owner, version: entry.metadata.version });
        continue;
      }
      if (late >= LATE_MAX && this.#renderer.state(named).readiness !== 'ready') continue;
      const others = candidates.slice(index + 1).map((other) => ({ name: owner, entry: other }));
      let hasBegun = false;
      try {
        const [release] = await Promise.all([
          this.#parts.remotes.release(entry),
          this.#renderer.ready(named, this.#patienceFor(others)),
        ]);
        const left = deadline - performance.now();
        hasBegun = true;
        const time = others.length > 0 ? left * SHARE_OF_TIME : left;
        const rendering = await this.#render(view, named, Math.max(time, Math.min(LEAST_TIME_MS, deadlines.page)));
        if (entry.deployment.default || entry.extras.current) this.#lastGood.set(owner, entry);
        return { rendering, entry, release };
      } catch (error) {
        if (error instanceof LatePage && error.isHanging) this.#hanging.failed(page);
        this.#tell(view, named, error);
        if (!this.#isToBlame(named, error, hasBegun)) late += 1;
        // One of a later contract works in later shells, and one that cannot be read here may be well elsewhere.
        else if (isUsable(entry) && !this.#isUnreadable(named, error, hasBegun))
          failed.push({ name: owner, version: entry.metadata.version });
        // What the form asked for may have been done already, so no other release may do it again.
        if (hasBegun && view.form !== undefined) return undefined;
      }
    }
    return undefined;
  }

  /** A release that is still starting has not failed, nor has one that waits for a slow machine or for the API. */
  #isToBlame(named: NamedRelease, error: unknown, hasBegun: boolean): boolean {
    if (error instanceof LatePage) return error.isHanging;
    return hasBegun || this.#renderer.state(named).readiness !== 'starting';
  }

  #isUnreadable(named: NamedRelease, error: unknown, hasBegun: boolean): boolean {
    if (hasBegun) return false;
    return !(error instanceof RemoteFault) || this.#renderer.state(named).fault === UNREADABLE;
  }

  #patienceFor(others: NamedRelease[]): number {
    if (others.some((other) => this.#renderer.state(other).readiness === 'ready')) return PATIENCE_MS.otherIsReady;
    return others.length > 0 ? PATIENCE_MS.otherIsKnown : PATIENCE_MS.noOther;
  }

  async #render(view: PageView, named: NamedRelease, timeMs: number): Promise<Rendering> {
    const { url, form, shellData, loaderContext } = view;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeMs);
    const begun = performance.now();
    let outcome: RenderOutcome = 'rendered';
    try {
      const attributes = { remote: named.name, release: named.entry.metadata.version };
      return await inSpan('render', { attributes }, () => {
        const job = { url, form, shellData, loaderContext: inThisTrace(loaderContext), signal: late.signal };
        return this.#renderer.render(named, job);
      });
    } catch (error) {
      outcome = error instanceof LatePage ? 'late' : error instanceof RemoteFault ? 'ended' : 'failed';
      throw error;
    } finally {
      clearTimeout(timer);
      const seconds = (performance.now() - begun) / 1_000;
      pageRendered.tell({ remote: named.name, release: named.entry.metadata.version, outcome, seconds });
    }
  }

  #tell(view: PageView, { name, entry }: NamedRelease, error: unknown): void {
    if (error instanceof RemoteFault) return; // the renderer has already logged it
    const page = view.url.pathname;
    const pattern = patternIn(entry, page);
    const reason = error instanceof LatePage ? 'late' : 'the page failed';
    this.#faults.tell(view.log, { remote: name, release: entry.metadata.version, page, pattern, reason }, error);
  }

  /** Renders the frame, into which the browser puts a remote that this server cannot reach. */
  async #overridden(view: PageView, entries: ChosenReleases, owner: string): Promise<MadePage> {
    // The form's action is on the development server, like the page.
    if (view.form !== undefined) return redirect({ status: 405, location: null, cookies: [] }, null);
    return this.#withoutRemote(view, entries, owner, true);
  }

  /** Renders the frame alone: no remote owns the path, its owner cannot render it, or only the browser can. */
  async #withoutRemote(
    view: PageView,
    entries: ChosenReleases,
    unavailable?: string,
    isOverridden?: true,
  ): Promise<MadePage> {
    const { renderPage } = await this.#parts.documents.entry();
    const page = await renderPage({
      // All URLs without a page share one document, so it must contain none of them.
      request: new Request(unavailable === undefined ? new URL(NOWHERE, view.url) : view.url),
      remote: null,
      ...(unavailable === undefined ? {} : { unavailable }),
      ...(isOverridden && { isOverridden }),
      shellData: view.shellData,
      loaderContext: view.loaderContext,
    });
    if (page instanceof Response) return redirect(responseOf(page), null);
    return this.#answer(view, page, {
      release: null,
      entries,
      remote: null,
      unavailable: unavailable ?? null,
      files: [],
      integrity: {},
      ...(isOverridden && { isOverridden }),
    });
  }

  async #answer(
    view: PageView,
    page: RenderedPage,
    {
      release,
      entries,
      remote,
      unavailable,
      files,
      integrity,
      isOverridden,
    }: {
      release: PageAnswer['release'];
      entries: ChosenReleases;
      remote: ComposedRemote | null;
      unavailable: string | null;
      files: string[];
      integrity: Record<string, Integrity>;
      isOverridden?: true;
    },
  ): Promise<MadePage> {
    const { observeSample = 0 } = this.#parts;
    const { integrity: composed, isComplete } = await wholeComposition(this.#parts.remotes, entries);
    const others = originsOf(entries);
    // What comes from a development server says nothing about the releases around it.
    const isObserved = observeSample > 0 && others.length === 0;
    const parts = {
      page,
      data: {
        composition: compositionOf(entries),
        remote,
        ...(unavailable !== null && { unavailable }),
        ...(isOverridden && { isOverridden }),
        ...(page.layout && { layout: page.layout }),
        ...(isObserved && { observeSample }),
      },
      integrity,
      composed,
      files,
      others,
    };
    const { html, policies } = await this.#parts.documents.assemble(parts, view.url.pathname);
    const headers: Record<string, string | string[]> = {
      ...(isObserved && { 'reporting-endpoints': REPORTING_ENDPOINTS }),
      'cache-control': view.form !== undefined || page.isSecret ? 'no-store' : 'no-cache',
      'content-security-policy': policies,
    };
    if (page.status === 503) headers['retry-after'] = String(RETRY_AFTER_S);
    return { status: page.status, headers, html, release, isComplete };
  }
}

/** The pattern by which a release owns a path. */
function patternIn({ extras }: RegistryEntry, pathname: string): string | undefined {
  return patternOf(extras.routes, pathname);
}

/** Key of a release's page: all URLs that one pattern matches share it. */
function pageKey({ name, entry }: NamedRelease, pathname: string): string {
  return `${name}/${entry.metadata.version} ${patternIn(entry, pathname)}`;
}

function redirect({ status, location, cookies }: PageResponse, release: PageAnswer['release']): MadePage {
  return {
    status,
    headers: { ...(location ? { location } : {}), 'set-cookie': cookies, 'cache-control': 'no-store' },
    html: '',
    release,
    isComplete: true,
  };
}

/** Renders pages with a release's code, wherever that runs: in production, in its own thread. */
import type { RegistryEntry } from 'shared/contracts/registry';
import type { ServerLoaderContext, ShellData } from 'shared/contracts/shell';
import type { RenderedPage } from '../../src/entry-server.tsx';

/** A release together with the name of its remote. */
export interface NamedRelease {
  name: string;
  entry: RegistryEntry;
}

/** One page to be rendered. */
export interface PageJob {
  /** Absolute, with the site's public origin. */
  url: URL;
  /** Body of a form that was sent to the page, `application/x-www-form-urlencoded`. */
  form: string | undefined;
  shellData: Promise<ShellData>;
  /** How loaders and actions reach the API. Never leaves the serving thread. */
  loaderContext: ServerLoaderContext;
  /** Aborts when the page is no longer awaited. */
  signal: AbortSignal;
}

/** What a loader or an action answered instead of a page: a redirect, or 405 for a form that the page does not take. */
export interface PageResponse {
  status: number;
  /** Null if there is none. */
  location: string | null;
  cookies: string[];
}

export type Rendering = RenderedPage | PageResponse;

/** Whether a release can be asked for a page. `set aside`: it failed before, and is left alone for now. */
export type Readiness = 'ready' | 'not started' | 'starting' | 'set aside';

/** The fault of a release whose files did not come: the store's doing, or this machine's. */
export const UNREADABLE = 'cannot be read';

/** What `/readyz` says about a release. */
export interface ReleaseState {
  readiness: Readiness;
  /** Its latest fault, in words that reveal nothing about the inside of the site. */
  fault: string | null;
}

export interface Renderer {
  /** How many releases can be ready at a time. */
  readonly capacity: number;
  state(release: NamedRelease): ReleaseState;
  /**
   * Settles when the release can render. Starts it if need be; starting goes on even when the time is up.
   * @param patienceMs how long to wait, counted from the start, not from this call
   * @throws when it is set aside, did not start, or is not ready in time
   */
  ready(release: NamedRelease, patienceMs: number): Promise<void>;
  /** Like `ready`, but settles only when pages are rendered at full speed. */
  warm(release: NamedRelease, patienceMs: number): Promise<void>;
  /**
   * Call it only for a release that is ready.
   * @throws LatePage when the job's signal aborts first
   * @throws RemoteFault when the release is ended first
   * @throws Error whatever the remote's code threw
   */
  render(release: NamedRelease, job: PageJob): Promise<Rendering>;
  /** Ends everything that runs. */
  close(): Promise<void>;
}

export interface RenderLog {
  error: (facts: object, text: string) => void;
  warn: (facts: object, text: string) => void;
}

/** Makes a renderer that logs what happens in it. */
export type RendererMaker = (log: RenderLog) => Renderer;

/** A release is unavailable for a reason that has nothing to do with the page. It has already been logged. */
export class RemoteFault extends Error {}

/** A page took longer than a visitor can wait. */
export class LatePage extends Error {
  /** Whether it waits for something that never comes, and neither the machine nor the API is slow. */
  readonly isHanging: boolean;

  constructor(isHanging: boolean) {
    super('The page took too long.');
    this.isHanging = isHanging;
  }
}

export function responseOf({ status, headers }: Response): PageResponse {
  return { status, location: headers.get('location'), cookies: headers.getSetCookie() };
}

/** The request that the page's loaders and its action see. */
export function requestOf(url: string, form: string | undefined, signal: AbortSignal): Request {
  if (form === undefined) return new Request(url, { headers: { accept: 'text/html' }, signal });
  const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
  return new Request(url, { method: 'POST', body: form, headers, signal });
}

export function isPage(rendering: Rendering): rendering is RenderedPage {
  return 'html' in rendering;
}

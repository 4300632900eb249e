/** Reports to the shell's server what failed here, how fast the page was and what followed it (decision 068). */
import { impersonal } from 'shared/contracts/impersonal';
import { OBSERVED_PATH, type BrowserFailure, type BrowserReport } from 'shared/contracts/observed';
import { isRouteErrorResponse } from 'react-router-dom';
import type { Failure, Observation } from './failures.ts';
import { RemoteUnavailableError } from '../remotes/unavailable.ts';
import { observeVitals } from './vitals.ts';

/** Failures within this time of the first go into the same report, in milliseconds. */
const GATHERED_MS = 500;
/** How many failures are reported per page load; more would say the same. */
const FAILURES_MAX = 5;
/** Prefix of the ids of the routes below which remotes' own routes are mounted (`mountRemote`). */
const MOUNTED = 'remote.';
/** The innermost place in a remote's files, or else in the shell's. */
const PLACES = [/\/remotes\/([^/]+)\/[\w./-]+\.js:\d+:\d+/, /\/assets\/[\w./-]+\.js:\d+:\d+/];

/** @returns a function to call when there is something to report, and once the page has become calm */
export function startObserver(observation: Observation): () => void {
  const { page, failures } = observation;
  const { releases, id: composition } = page.composition;
  const isPrivate =
    navigator.doNotTrack === '1' || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
  let vitals = !isPrivate && Math.random() < page.observeSample! ? observeVitals() : undefined;
  const views = new Map<string, number>();
  const told = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const failureOf = ({ kind, error, remote, stack }: Failure): BrowserFailure | undefined => {
    if (isRouteErrorResponse(error) && error.status < 500) return undefined;
    const cause = error instanceof RemoteUnavailableError ? (error.cause ?? error) : error;
    const stacks = `${(cause as Error | undefined)?.stack} ${stack}`;
    const [at, ofFile] = PLACES.map((place) => place.exec(stacks)).find(Boolean) ?? [];
    // What browser extensions do is not ours, and while there is no network, nothing is really missing.
    if ((kind === 'error' && !at) || !navigator.onLine) return undefined;
    const unavailable = error instanceof RemoteUnavailableError ? error.remote : undefined;
    // It counts as viewed: the visitor wanted to see it.
    if (remote === undefined) viewed(unavailable);
    const owner = remote ?? unavailable ?? ofFile ?? (at || kind === 'rejection' ? '' : shownRemote()) ?? '';
    return {
      kind: unavailable ? 'load' : kind,
      remote: releases[owner] ? owner : null,
      release: releases[owner] ?? null,
      page: observation.router?.state.matches.at(-1)?.route.path ?? null,
      message: impersonal(String(cause)),
      at: at ?? null,
    };
  };

  const send = () => {
    clearTimeout(timer);
    timer = undefined;
    const measured = document.hidden && vitals?.();
    const failed = failures.splice(0).flatMap((failure) => {
      const each = failureOf(failure);
      const key = JSON.stringify(each);
      if (!each || told.has(key) || told.size === FAILURES_MAX) return [];
      told.add(key);
      return [each];
    });
    const report: BrowserReport = {
      composition,
      views: [...views].map(([remote, count]) => ({ remote, release: releases[remote]!, count })),
      failures: failed,
      vitals: measured && page.remote ? { remote: page.remote.name, release: page.remote.version, ...measured } : null,
    };
    if (measured) vitals = undefined;
    views.clear();
    if (report.vitals || report.views.length + failed.length > 0)
      // Not by `sendBeacon`, with which the visitor's cookies go. A report that does not arrive is lost.
      fetch(OBSERVED_PATH, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(report),
        keepalive: true,
        credentials: 'omit',
      }).catch(() => {});
  };

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) send();
  });

  function viewed(remote = ''): void {
    if (releases[remote] && !isPrivate) views.set(remote, (views.get(remote) ?? 0) + 1);
  }

  /** The remote whose page is shown; before there is a router, the one that the server has rendered. */
  function shownRemote(): string | undefined {
    const { router } = observation;
    if (!router) return page.remote?.name;
    return router.state.matches.find(({ route }) => route.id.startsWith(MOUNTED))?.route.id.slice(MOUNTED.length);
  }

  let shown = location.pathname;
  let following: (() => void) | undefined;
  return () => {
    following ??= observation.router?.subscribe(({ navigation, location: { pathname } }) => {
      if (navigation.state !== 'idle' || pathname === shown) return;
      shown = pathname;
      viewed(shownRemote());
    });
    if (failures.length > 0) timer ??= setTimeout(send, GATHERED_MS);
  };
}

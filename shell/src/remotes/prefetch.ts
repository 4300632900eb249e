/**
 * Loads ahead what a link leads to: the remote, the page's code and its data. This module is itself loaded when a
 * visitor first turns to a link, so that no page pays for it. Decision 012.
 */
import {
  matchRoutes,
  type createBrowserRouter,
  type LoaderFunction,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router-dom';
import { isFollowed } from 'shared/contracts/links';
import type { WRITTEN } from 'shared/contracts/written';
import { aheadKey, loadedAhead } from './loaded-ahead.ts';
import { mountInto } from '../routes.tsx';

/** How long a pointer must rest on a link before the visitor is taken to mean it, in milliseconds. */
const REST_MS = 60;
/** How long what was loaded ahead stays fresh, in milliseconds. */
const FRESH_MS = 10_000;

type Router = ReturnType<typeof createBrowserRouter>;

/** Finds and loads the remote that owns a path; undefined if none does. */
type RemoteRouteOf = (pathname: string) => Promise<RouteObject | undefined>;

// Imported, its name would be a file of its own.
const written: typeof WRITTEN = 'written';
// What the visitor sends may change the data that was loaded ahead, even while it is being sent.
for (const type of ['submit', written]) addEventListener(type, () => loadedAhead.clear(), true);

/** @param intent the link, and the event that brought a pointer or the focus to it */
export async function prefetch(
  [link, event]: [HTMLAnchorElement, Event],
  router: Router,
  remoteRouteOf: RemoteRouteOf,
): Promise<void> {
  const url = new URL(link.href);
  url.hash = '';
  if (!isFollowed(link) || isHere(url) || isSlow()) return;
  if ((event as PointerEvent).pointerType === 'mouse') {
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    if (!link.matches(':hover')) return;
  }
  const remote = await remoteRouteOf(url.pathname);
  if (!remote) return;
  const isMounted = ({ id }: RouteObject) => Object.hasOwn(router.manifest, String(id));
  if (![remote, ...(remote.children ?? [])].every(isMounted)) mountInto(router.patchRoutes, remote);
  for (const match of matchRoutes(router.routes, url.pathname) ?? []) {
    const { lazy, loader } = match.route;
    const page = typeof lazy === 'function' ? lazy() : undefined;
    const found = loader ?? (await page)?.loader;
    // By now the visitor may be on the way to the page, or already on it.
    const isAwaited = router.state.navigation.state === 'idle' && !isHere(url);
    if (typeof found === 'function' && isAwaited) loadAhead(found, url, match);
    await page;
  }
}

const isHere = (url: URL): boolean => url.pathname + url.search === location.pathname + location.search;

type Match = NonNullable<ReturnType<typeof matchRoutes<RouteObject>>>[number];

function loadAhead(loader: LoaderFunction, { href }: URL, { route, params }: Match): void {
  if (!route.path) return; // it belongs to the frame
  const key = aheadKey(String(route.id), href);
  const found = loadedAhead.get(key);
  if (found && performance.now() < found.until) return;
  // An unused one would stay for as long as the page does.
  for (const [old, { until }] of loadedAhead) if (until < performance.now()) loadedAhead.delete(old);
  const data = Promise.resolve(loader({ request: new Request(href), params } as LoaderFunctionArgs));
  data.catch(() => {}); // the navigation will ask again
  loadedAhead.set(key, { data, until: performance.now() + FRESH_MS });
}

/** Whether the visitor pays for each byte, or waits long for it. */
function isSlow(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return Boolean(connection?.saveData || connection?.effectiveType?.includes('2g'));
}

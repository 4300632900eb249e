/** Remotes' routes as the browser mounts them, each remote once per page view. */
import type { LoaderFunction, RouteObject, ShouldRevalidateFunction } from 'react-router-dom';
import type { ComposedRemote } from 'shared/contracts/registry';
import { CompositionGoneError } from './composition.ts';
import { withinDeadline } from './deadline.ts';
import { loadRemote } from './federation.ts';
import { forEver } from '../reload-once.ts';
import { takingOver } from './loaded-ahead.ts';
import { once } from './once.ts';
import { mountRemote } from '../routes.tsx';
import { RemoteUnavailableError } from './unavailable.ts';

/** Lets the browser leave for a route's page by a full load, because its code did not arrive; tells whether it does. */
type Leave = (routeId: string) => boolean;

interface Ways {
  leave: Leave;
  /** Resolves when the hashes of all pages' modules are known; until then only the first page's may be loaded. */
  verified: () => Promise<unknown>;
}

/** @returns a function that loads a remote and gives its one route; it throws when the remote does not arrive */
export function createRemoteRoutes(ways: Ways): (remote: ComposedRemote) => Promise<RouteObject> {
  const mounted = new Map<string, Promise<RouteObject>>();

  const mount = async (remote: ComposedRemote): Promise<RouteObject> => {
    const { name, version } = remote;
    const { routes } = await loadRemote(remote);
    return mountRemote({ name, version, routes: routes.map((page) => prepared(name, page, ways)) });
  };

  return (remote) => {
    const { name } = remote;
    let route = mounted.get(name);
    if (!route) {
      route = mount(remote);
      mounted.set(name, route);
      route.catch(() => mounted.delete(name)); // the next visit tries again
    }
    return route;
  };
}

/**
 * Going back from a place on the page to its beginning loads nothing, as in browsers, so it needs no connection; React
 * Router would load the page's data again. A link to the page does: until it has been followed, the URL is the old one.
 */
const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  defaultShouldRevalidate &&
  !(currentUrl.hash && currentUrl.href.split('#')[0] === nextUrl.href && nextUrl.href === location.href);

/** Takes over data that was loaded ahead, and treats a page whose code is missing as a missing remote. */
function prepared(remote: string, { loader, lazy, ...route }: RouteObject, { leave, verified }: Ways): RouteObject {
  // The first page asks before there is anything to wait for, so its loader never waits.
  const whenVerified = once(verified);
  // A loader may import parts of its page.
  const reusing = (given: LoaderFunction) =>
    takingOver(String(route.id), async (args) => {
      await whenVerified();
      return (await given(args)) as unknown;
    });
  const load = async () => {
    try {
      await whenVerified();
      const page = await withinDeadline(String(route.id), (lazy as () => Promise<Partial<RouteObject>>)());
      // Of releases up to contract 5 it comes with the page.
      return typeof page.loader === 'function' ? { ...page, loader: reusing(page.loader) } : page;
    } catch (error) {
      if (error instanceof RemoteUnavailableError) throw error;
      if (leave(String(route.id))) {
        if (!(error instanceof CompositionGoneError)) console.error(`[${remote}]`, error);
        return forEver();
      }
      throw new RemoteUnavailableError(remote, error);
    }
  };
  return {
    shouldRevalidate,
    ...route,
    ...(typeof loader === 'function' && { loader: reusing(loader) }),
    // Once the page has loaded, this takes no further task; even an `import()` of what was imported before would.
    lazy: lazy && once(load),
  } as RouteObject;
}

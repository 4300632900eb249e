/** Remotes' routes as the browser mounts them, each remote once for each page view. */
import type { RouteObject } from 'react-router-dom';
import type { ComposedRemote } from 'shared/contracts/registry';
import { withinDeadline } from './deadline.ts';
import { loadRemote } from './federation.ts';
import { takingOver } from './loaded-ahead.ts';
import { mountRemote } from './routes.tsx';
import { RemoteUnavailableError } from './unavailable.ts';

/**
 * @param isGone whether the page view's releases are not kept any more; asked when one does not arrive
 * @returns a function that loads a remote and gives its one route; it throws when the remote does not arrive
 */
export function createRemoteRoutes(isGone: () => Promise<boolean>): (remote: ComposedRemote) => Promise<RouteObject> {
  const mounted = new Map<string, Promise<RouteObject>>();

  const mount = async (remote: ComposedRemote): Promise<RouteObject> => {
    const { name, version } = remote;
    const { routes } = await arriving(name, loadRemote(remote));
    return mountRemote({ name, version, routes: routes.map((page) => prepared(page, (code) => arriving(name, code))) });
  };

  const arriving = async <T>(name: string, code: Promise<T>): Promise<T> => {
    try {
      return await code;
    } catch (error) {
      throw new RemoteUnavailableError(name, error, await isGone());
    }
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

/** A page's data may have been loaded ahead; a page whose code is missing is a missing remote. */
function prepared({ loader, lazy, ...route }: RouteObject, arriving: <T>(code: Promise<T>) => Promise<T>): RouteObject {
  const reusing = (given: RouteObject['loader']) =>
    typeof given === 'function' ? takingOver(String(route.id), given) : given;
  const load = async () => {
    const code = withinDeadline(String(route.id), (lazy as () => Promise<Partial<RouteObject>>)());
    const page = await arriving(code);
    return { ...page, loader: reusing(page.loader) };
  };
  return { ...route, loader: reusing(loader), lazy: lazy && load } as RouteObject;
}

import type { RouteObject } from 'react-router-dom';

/** A page of a route tree. */
interface PageRoute {
  id: string | undefined;
  /** Full path pattern. */
  path: string;
}

/** The pages of a route tree: its leaves, with their full paths. */
export function flattenRoutes(routes: RouteObject[], parent = ''): PageRoute[] {
  return routes.flatMap((route) => {
    const own = route.path ?? '';
    const full = own.startsWith('/') ? own : `${parent.replace(/\/$/, '')}/${own}`.replace(/(.)\/$/, '$1');
    return route.children ? flattenRoutes(route.children, full) : [{ id: route.id, path: full }];
  });
}

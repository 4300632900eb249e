import type { RouteObject } from 'react-router-dom';
import type { RouteHandle } from '../contracts/shell.ts';

/** A page of a route tree. */
export interface PageRoute {
  id: string | undefined;
  /** Full path pattern. */
  path: string;
  /** What the route says of itself. */
  handle: RouteHandle;
}

/** The pages of a route tree: its leaves, with their full paths. */
export function flattenRoutes(routes: RouteObject[], parent = ''): PageRoute[] {
  return routes.flatMap((route) => {
    const own = route.path ?? '';
    const full = own.startsWith('/') ? own : `${parent.replace(/\/$/, '')}/${own}`.replace(/(.)\/$/, '$1');
    return route.children
      ? flattenRoutes(route.children, full)
      : [{ id: route.id, path: full, handle: (route.handle ?? {}) as RouteHandle }];
  });
}

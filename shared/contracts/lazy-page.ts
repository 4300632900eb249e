import type { LoaderFunction, RouteObject } from 'react-router-dom';

/**
 * `lazy` of a page whose data come from a loader in a file of its own, as Fast Refresh needs it. Both are fetched at
 * once. Name the files literally: the build reads them.
 */
export function lazyPage(
  page: () => Promise<Required<Pick<RouteObject, 'Component'>>>,
  data: () => Promise<{ loader: LoaderFunction }>,
): () => Promise<Pick<RouteObject, 'Component' | 'loader'>> {
  return async () => {
    const [{ Component }, { loader }] = await Promise.all([page(), data()]);
    return { Component, loader };
  };
}

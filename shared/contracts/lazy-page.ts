import type { LoaderFunction, RouteObject } from 'react-router-dom';

/**
 * `lazy` of a page whose loader is in a file of its own, as Fast Refresh requires. Both files are fetched at the same
 * time. Name the files literally: the build reads them.
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

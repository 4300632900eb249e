import { useLocation, useMatches } from 'react-router-dom';

/** Of the route that stands for every URL without a page. */
export const NOT_FOUND_ROUTE_ID = 'shell.not-found';

/**
 * Path of the visitor's page; undefined at a URL without one. The frame says nothing of such a URL, so that the server
 * need make one document for all of them (decision 105).
 */
export function usePagePath(): string | undefined {
  const { pathname } = useLocation();
  return useMatches().at(-1)?.id === NOT_FOUND_ROUTE_ID ? undefined : pathname;
}

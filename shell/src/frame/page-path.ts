import { useLocation, useMatches } from 'react-router-dom';

/** Id of the route for every URL without a page. */
export const NOT_FOUND_ROUTE_ID = 'shell.not-found';

/**
 * Path of the visitor's page; undefined at a URL without one. The frame does not mention such a URL, so that the server
 * needs only one document for all of them (decision 105).
 */
export function usePagePath(): string | undefined {
  const { pathname } = useLocation();
  return useMatches().at(-1)?.id === NOT_FOUND_ROUTE_ID ? undefined : pathname;
}

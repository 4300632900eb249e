import { useLocation, useMatches } from 'react-router-dom';
import type { RouteHandle } from 'shared/contracts/shell';
import { readSearch } from 'shared/releases/read-search';

/**
 * The page that a visitor comes back to after logging in: its path, and what it reads of the query string. The rest of it
 * would be in pages that are kept for everybody.
 */
export function useReturnUrl(): string {
  const { pathname, search } = useLocation();
  const names = useMatches().flatMap(({ handle }) => (handle as RouteHandle | undefined)?.search ?? []);
  return pathname + readSearch(search, names);
}

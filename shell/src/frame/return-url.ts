import { useLocation, useMatches } from 'react-router-dom';
import { paths } from 'shared/contracts/paths';
import type { RouteHandle } from 'shared/contracts/shell';
import { readSearch } from 'shared/releases/read-search';
import { usePagePath } from './page-path.ts';

/**
 * The page that a visitor comes back to after logging in: its path, and the query parameters that it reads. Any others
 * would end up in pages that are kept for everybody. At a URL without a page it is the home page.
 */
export function useReturnUrl(): string {
  const path = usePagePath();
  const { search } = useLocation();
  const names = useMatches().flatMap(({ handle }) => (handle as RouteHandle | undefined)?.search ?? []);
  return path === undefined ? paths.home : path + readSearch(search, names);
}

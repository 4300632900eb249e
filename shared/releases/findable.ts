/** What search engines may find: each route says so itself, and the release carries it. */
import { matchPath } from 'react-router-dom';
import type { Findable, FindablePage } from '../contracts/registry.ts';
import type { ChosenReleases } from './current.ts';
import type { PageRoute } from './flatten-routes.ts';

const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

/**
 * Collects what the pages of a release declare.
 * @throws Error that says which page, what is wrong and what is allowed
 */
export function findableOf(pages: readonly PageRoute[]): Findable {
  const findable: Findable = { pages: [], siteMaps: [] };
  for (const { path, handle } of pages) {
    const { find } = handle;
    if (find === undefined) continue;
    if (find === true) findable.pages.push(checked(path, { path }));
    else if ('siteMap' in find) findable.siteMaps.push(find.siteMap);
    else findable.pages.push(...find.map((page) => checked(path, page)));
  }
  return findable;
}

/** The pages of some releases that search engines may find. Releases made before this field existed have none. */
export function allFindable(releases: ChosenReleases): Findable {
  const each = [...releases.values()].flatMap(({ extras }) => extras.findable ?? []);
  return { pages: each.flatMap(({ pages }) => pages), siteMaps: each.flatMap(({ siteMaps }) => siteMaps) };
}

function checked(pattern: string, page: FindablePage): FindablePage {
  const { path, changed } = page;
  if (path === pattern && /[:*]/.test(pattern)) {
    throw new Error(
      `"${pattern}" is to be found, but has parameters: name its addresses, \`find: [{ path }]\`, or a site map.`,
    );
  }
  if (!matchPath(pattern, path))
    throw new Error(`"${path}" is to be found as a page of "${pattern}", which it does not match.`);
  if (changed !== undefined && !(DATE.test(changed) && Date.parse(changed))) {
    throw new Error(
      `"${path}" changed at "${changed}", which is not a date: write it as 2026-01-31 or 2026-01-31T09:30:00Z.`,
    );
  }
  return page;
}

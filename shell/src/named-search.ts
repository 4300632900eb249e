/**
 * Development only: tells which page reads a parameter of the query string that its route does not name. For anonymous
 * visitors such a parameter never reaches the page (decision 057), and nothing else would say so.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { RouteHandle } from 'shared/contracts/shell';

interface Watched {
  /** The page's query string, normalised. */
  search: string;
  read: Set<string>;
}

/** A parameter that React Router looks for on every page. */
const ROUTER_OWN = 'index';

const watched = new AsyncLocalStorage<Watched>();

for (const method of ['get', 'getAll', 'has'] as const) {
  const read = URLSearchParams.prototype[method] as (name: string, value?: string) => unknown;
  Object.defineProperty(URLSearchParams.prototype, method, {
    configurable: true,
    writable: true,
    value(this: URLSearchParams, name: string, ...rest: [string?]) {
      const page = watched.getStore();
      // An empty query string may belong to any URL.
      if (page && page.search !== '' && this.toString() === page.search) page.read.add(name);
      return read.call(this, name, ...rest);
    },
  });
}

/**
 * @param handles of the matched routes
 * @throws when the page was made but has read a parameter that no route names
 */
export async function withNamedSearch<Page>(
  { pathname, search }: URL,
  handles: readonly unknown[],
  make: () => Promise<Page>,
): Promise<Page> {
  const routes = handles.map((handle) => (handle ?? {}) as RouteHandle);
  // These pages are never kept, so they get the whole query string.
  if (routes.some(({ isSecret, session }) => isSecret || session)) return make();
  const named = new Set(routes.flatMap((route) => route.search ?? []));
  const page: Watched = { search: new URLSearchParams(search).toString(), read: new Set() };
  const made = await watched.run(page, make);
  const forgotten = [...page.read].filter((name) => name !== ROUTER_OWN && !named.has(name));
  if (forgotten.length === 0) return made;
  const names = forgotten.map((name) => `'${name}'`).join(', ');
  throw new Error(
    `${pathname} reads ${names} of the query string, which its route does not name. ` +
      `Add it to the route's handle: search: [${[...named]
        .map((name) => `'${name}'`)
        .concat(names)
        .join(', ')}].`,
  );
}

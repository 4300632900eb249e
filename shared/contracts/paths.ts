/** Links to the site's pages. Remotes' route tables take the patterns in `paths`; links are made by {@link href}. */
import * as paths from './site-paths.ts';

export { paths };

type PathPattern = (typeof paths)[keyof typeof paths];
type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
type Params<P extends string> = Record<ParamNames<P>, string | number>;

/**
 * The URL of a page: `href(paths.post, { id: 7 })` is `/post/7`. Parameters are percent-encoded. Every `:name` of the
 * pattern is required by its type.
 */
export function href<P extends PathPattern>(
  pattern: P,
  ...[params]: ParamNames<P> extends never ? [] : [Params<P>]
): string {
  const values = (params ?? {}) as Record<string, string | number>;
  return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

/** The page that a visitor wants to come back to, as a path of this site: a wish that leads off the site leads home. */
export function ownPath(wish: unknown): string {
  if (typeof wish !== 'string' || !wish.startsWith('/')) return paths.home;
  const base = 'http://own.invalid';
  try {
    const { origin, pathname, search, hash } = new URL(wish, base);
    // Browsers take a path that begins with two slashes, forward or back, for another host.
    return origin === base && !pathname.startsWith('//') ? pathname + search + hash : paths.home;
  } catch {
    return paths.home;
  }
}

/**
 * The URL with `?next=…`, where to go on; unchanged for the home page.
 * @param url may have a query
 * @param next path of this site
 */
export function withNext(url: string, next: string): string {
  return next === paths.home ? url : `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams({ next })}`;
}

/** The wish if it is a page of this site without parameters, else the home page: no visitor's text gets through. */
export function knownPage(wish: unknown): string {
  return Object.values<string>(paths).find((path) => path === wish && !path.includes(':')) ?? paths.home;
}

/** The account page, which says what was done. @param done one of the words that it knows */
export function accountPage(done: string): string {
  return `${paths.account}?${new URLSearchParams({ done })}`;
}

/** The login page, from which the visitor returns to `next`. @param error why it is shown: one of `loginErrors` */
export function loginFor(next: string, error?: string): string {
  const query = new URLSearchParams({ ...(next === paths.home ? {} : { next }), ...(error ? { error } : {}) });
  return query.size > 0 ? `${paths.login}?${query}` : paths.login;
}

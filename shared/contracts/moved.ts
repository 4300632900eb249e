import type { LoaderFunction } from 'react-router-dom';

/**
 * Loader of a page that has moved: browsers and search engines remember the new address. A path that visitors know is
 * never given up: it redirects.
 * @param to a path of this site, or a function that makes one from the old path's parameters:
 * `movedTo(({ id }) => `/post/${id}`)`
 */
export function movedTo(
  to: string | ((params: Readonly<Record<string, string | undefined>>) => string),
): LoaderFunction {
  return ({ params }) => {
    const location = typeof to === 'string' ? to : to(params);
    return new Response(null, { status: 301, headers: { location } });
  };
}

import type { LoaderFunction } from 'react-router-dom';

type PathParams = Readonly<Record<string, string | undefined>>;

/**
 * Loader of a page that has moved: browsers and search engines remember the new address. A path that visitors know is
 * never given up: it redirects. The query is kept, unless the new address has its own.
 * @param to a path of this site, whose parameters are those of the old path: `movedTo(paths.post)`; where they have
 * other names, a function that makes a path from them, encoded as an address has them:
 * `movedTo(({ number }) => `/post/${number}`)`
 */
export function movedTo(to: string | ((params: PathParams) => string)): LoaderFunction {
  return ({ params, request }) => {
    const encoded = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, value && encodeURIComponent(value)]),
    );
    const place = typeof to === 'string' ? filledIn(to, encoded) : to(encoded);
    const location = place.includes('?') ? place : place + new URL(request.url).search;
    return new Response(null, { status: 301, headers: { location } });
  };
}

function filledIn(pattern: string, params: PathParams): string {
  return pattern.replace(/(?<=\/):(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`movedTo('${pattern}'): the path that has moved has no ":${name}".`);
    return value;
  });
}

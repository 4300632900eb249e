/**
 * Where the next page of a list begins, of the header `link` of its answer, like
 * `</api/blogs/posts?before=12>; rel="next"` (RFC 8288); null on the last page.
 */
export function olderThan({ headers }: Response): string | null {
  return /<[^>]*[?&]before=(\d+)[^>]*>;\s*rel="?next"?/.exec(headers.get('link') ?? '')?.[1] ?? null;
}

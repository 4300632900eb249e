/**
 * The part of a query string that a page reads: its parameters in the order in which the route names them, each with
 * the first of its values, as `URLSearchParams.get` gives it. Empty, or with the question mark.
 * @param names `search` of the route's handle
 */
export function readSearch(search: string, names: readonly string[]): string {
  if (search === '' || names.length === 0) return '';
  const given = new URLSearchParams(search);
  const read = names.flatMap((name) => {
    const value = given.get(name);
    return value === null ? [] : [[name, value]];
  });
  return read.length > 0 ? `?${new URLSearchParams(read)}` : '';
}

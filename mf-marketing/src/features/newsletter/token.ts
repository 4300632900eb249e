/** The token of the link that led to the page; empty if there is none. */
export function tokenOf({ search }: { search: string }): string {
  return new URLSearchParams(search).get('token') ?? '';
}

import { ownPath } from 'shared/contracts/paths';

/** Where the visitor wants to be after logging in: the page's own `?next=`, if it is a path of this site. */
export function nextOf({ search }: { search: string }): string {
  return ownPath(new URLSearchParams(search).get('next'));
}

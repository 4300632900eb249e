import { loginFor, ownPath, paths } from 'shared/contracts/paths';

/** Where the visitor wants to be after logging in: the page's own `?next=`, if it is of this site. */
export function nextOf({ search }: { search: string }): string {
  return ownPath(new URLSearchParams(search).get('next'));
}

/** The same wish for another page: `?next=…`, or nothing for the home page. */
export function withNext(path: string, next: string): string {
  return path + loginFor(next).slice(paths.login.length);
}

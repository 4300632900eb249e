/**
 * A page that cannot be loaded in this tab is reloaded, once: by then there may be another release, and the server
 * answers with one that works.
 */
import { loginFor } from 'shared/contracts/paths';

const KEY = 'loaded-anew';
/** In milliseconds: a page that asks to be loaded again within this time would go round in circles. */
const PAUSE_MS = 60_000;

/** Leaves for the URL. @returns false if it did so a moment ago, or cannot know whether it did */
export function reloadOnce(url: string): boolean {
  try {
    const [last, at] = sessionStorage.getItem(KEY)?.split(' ') ?? [];
    if (last === url && Date.now() - Number(at) < PAUSE_MS) return false;
    sessionStorage.setItem(KEY, `${url} ${Date.now()}`);
  } catch {
    return false;
  }
  // A browser may keep this page for when the visitor goes back to it, and there it would wait for ever.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  // After going back, the URL is already this one; assigning it would not load it if it has a fragment.
  if (url === location.pathname + location.search + location.hash) location.reload();
  else location.assign(url);
  return true;
}

/**
 * Leaves a page that is for members. The server redirects to the login page and back, except for a page that only the
 * browser has (decision 119).
 */
export function leaveToLogin(url: string): void {
  if (!reloadOnce(url)) location.assign(loginFor(url));
}

/** For a navigation to wait on while the browser leaves: this page has nothing left to show. */
export const forEver = (): Promise<never> => new Promise(() => {});

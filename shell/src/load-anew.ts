/**
 * A page that cannot be had in this tab is loaded anew, once: by then there may be another release, and the server
 * answers with one that works.
 */
import { loginFor } from 'shared/contracts/paths';

const KEY = 'loaded-anew';
/** A page that asks for it again within this time would go round in circles, in milliseconds. */
const PAUSE_MS = 60_000;

/** Leaves for the URL. @returns false when it did so a moment ago, or cannot know */
export function loadAnew(url: string): boolean {
  try {
    const [last, at] = sessionStorage.getItem(KEY)?.split(' ') ?? [];
    if (last === url && Date.now() - Number(at) < PAUSE_MS) return false;
    sessionStorage.setItem(KEY, `${url} ${Date.now()}`);
  } catch {
    return false;
  }
  // A browser may keep this page for the way back to it, and it would wait for ever there.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  // On the way back the URL is there already, and with a fragment it would not be loaded.
  if (url === location.pathname + location.search + location.hash) location.reload();
  else location.assign(url);
  return true;
}

/**
 * Leaves a page that is for members. The server knows the way, to the login page and back, but for a page that the
 * browser alone has (decision 119).
 */
export function leaveToLogin(url: string): void {
  if (!loadAnew(url)) location.assign(loginFor(url));
}

/** What a navigation waits for while the browser leaves: nothing of this page is left to show. */
export const forEver = (): Promise<never> => new Promise(() => {});

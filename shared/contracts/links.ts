/** How links work: every `a` element whose URL is a page of this site navigates without reloading the page. */
import { loadAgain } from './load-again.ts';

/** Whether a click follows the link itself, here and now: not in another tab, no download, not handled already. */
export function isPlainClick(event: MouseEvent): boolean {
  return !(event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}

/** What following a link needs of React Router's router. */
interface Router {
  navigate(to: string, options: { replace: boolean }): Promise<void>;
}

/**
 * Follows links by the router, also those that React does not know, and those to places on the same page (`#place`):
 * entries that it does not make have no key, and so no place to come back to. Left to the browser is what it alone can
 * do: other origins, targets and downloads, links that ask for a full load with `rel="external"`, and all links once it
 * is sending a form itself, whose answer would take the place of the page that the router led to. A full load of the
 * present page, as "Try again" asks for, waits until the site can be reached. Decision 147 says why they are not
 * React Router's own.
 * @param pathOf how the router reads a path; false if no page has it
 */
export function followLinks(router: Router, pathOf: (pathname: string) => string | false): void {
  let isSent = false;
  addEventListener('submit', (event) => (isSent ||= !event.defaultPrevented));
  // A page that the browser kept is whole again when a visitor comes back to it.
  addEventListener('pageshow', () => (isSent = false));
  addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]');
    if (!link || isSent || !isPlainClick(event)) return;
    if (link.rel === 'external' && link.href + location.hash === location.href) {
      event.preventDefault();
      link.ariaBusy = 'true';
      void loadAgain().catch(() => (link.ariaBusy = null));
    }
    // The router takes a path that begins like another origin for one.
    const path = !link.pathname.startsWith('//') && isFollowed(link) && pathOf(link.pathname);
    if (!path) return;
    event.preventDefault();
    // As in browsers, a link to where the visitor is makes no entry of its own.
    void router.navigate(path + link.search + link.hash, { replace: link.href === location.href });
  });
}

const LEFT_TO_BROWSERS = '[target],[download],[rel~=external]';

/** Whether the router follows a link, if its path is that of a page. */
export const isFollowed = (link: HTMLAnchorElement): boolean =>
  link.origin === location.origin && !link.matches(LEFT_TO_BROWSERS) && !link.isContentEditable;

import type { createBrowserRouter } from 'react-router-dom';
import { isReserved, readablePath } from 'shared/releases/ownership';
import { isPlainClick } from 'shared/ui/plain-click';

/** Makes links in content that React does not know (`shared/ui/server-rendered.tsx`) navigate as all others do. */
export function followStaticLinks(router: ReturnType<typeof createBrowserRouter>): void {
  addEventListener('click', (event) => {
    if (!isPlainClick(event)) return;
    const link = (event.target as Element).closest<HTMLAnchorElement>('[data-static] a[href]');
    if (!link || link.target || link.origin !== location.origin || isReserved(link.pathname)) return;
    event.preventDefault();
    void router.navigate(readablePath(link.pathname) + link.search + link.hash);
  });
}

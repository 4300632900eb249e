/**
 * When a page's remote does not arrive in the browser, the server's content is kept as it is: readable, its links
 * ordinary links, with a note about what does not work. Loaded only then; without it, the page stays what the server
 * sent.
 */
import { useEffect, useState } from 'react';
import { useLocation, type RouteObject } from 'react-router-dom';
import type { RouteHandle } from 'shared/contracts/shell';
import { appPolicy } from 'shared/contracts/trusted-types';
import { PartlyLoaded } from 'shared/ui/partly-loaded';

/** Thrown while rendering, so that React Router shows the page for a missing one. */
const NOT_FOUND = { status: 404, statusText: 'Not Found', internal: false, data: null };

/** A route for the current URL that shows what the server rendered there. */
export function keptRoute(name: string, layout: RouteHandle['layout']): RouteObject {
  // Trusted: it comes from this very document.
  const html = appPolicy().createHTML(document.querySelector(`[data-boundary="${CSS.escape(name)}"]`)?.innerHTML ?? '');
  return {
    id: 'shell.kept',
    path: '*',
    handle: layout ? { layout } : undefined,
    element: <KeptContent name={name} html={html as unknown as string} pathname={location.pathname} />,
  };
}

function KeptContent({ name, html, pathname }: { name: string; html: string; pathname: string }) {
  // Any address that no remote owns leads here, too.
  if (useLocation().pathname !== pathname) throw NOT_FOUND;
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return (
    <>
      <div data-boundary={name} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
      {hydrated && <PartlyLoaded />}
    </>
  );
}

/**
 * The site as one plain single-page application: the same pages in the same frame, with the same libraries, built
 * together and rendered by the browser alone. What the composed site may cost is measured against it.
 */
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { areas } from 'virtual:areas';
import { company } from '../../../shared/content/company.ts';
import type { ShellData } from '../../../shared/contracts/shell.ts';
import { mountRemote, shellRoutes } from '../../../shell/src/routes.tsx';

const shellData: ShellData = { company, session: { status: 'anonymous' }, origin: location.origin };
const content = areas.map(({ name, routes }) => mountRemote({ name, version: '', routes }));
const router = createBrowserRouter(shellRoutes(() => shellData, content));

/** Links that the bench puts into a page. */
addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('[data-bench-link]');
  if (!link) return;
  event.preventDefault();
  void router.navigate(link.pathname);
});

createRoot(document.getElementById('root')!).render(<RouterProvider router={router} />);

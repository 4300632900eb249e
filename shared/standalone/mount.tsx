/**
 * The small host that one remote runs in when its team works on it alone: the shell's data, its global styles and a
 * note on where it runs. Development only; in the composed site the shell is the host.
 */
import { createRoot } from 'react-dom/client';
import {
  createBrowserRouter,
  isRouteErrorResponse,
  Outlet,
  RouterProvider,
  ScrollRestoration,
  useLocation,
  useRouteError,
  type RouteObject,
} from 'react-router-dom';
import { createGlobalStyle } from 'styled-components';
import { company } from '../content/company.ts';
import { SHELL_ROUTE_ID, type ShellData } from '../contracts/shell.ts';
import { documentPatterns } from '../theme/cloth/document-patterns.ts';
import { fontFaces } from '../theme/fonts.ts';
import { globalStyle } from '../theme/global-style.ts';
import { followLinks } from '../contracts/links.ts';

const GlobalStyle = createGlobalStyle`${fontFaces + globalStyle}`;

/** Mounts a remote's routes into `#root`, with data from the API on the development port. */
export function mountStandalone(routes: RouteObject[]): void {
  const shellData: ShellData = { company, session: { status: 'anonymous' }, origin: location.origin };
  const router = createBrowserRouter([
    {
      id: SHELL_ROUTE_ID,
      loader: () => shellData,
      Component: StandaloneFrame,
      ErrorBoundary: StandaloneError,
      HydrateFallback: () => null,
      children: [...routes, { path: '*', element: <OwnPages routes={routes} /> }],
    },
  ]);
  followLinks(router, (pathname) => pathname);
  createRoot(document.getElementById('root')!).render(<RouterProvider router={router} />);
}

function StandaloneFrame() {
  return (
    <>
      <GlobalStyle />
      <div dangerouslySetInnerHTML={{ __html: documentPatterns('') }} />
      <main id="content">
        <Outlet />
      </main>
      <ScrollRestoration />
    </>
  );
}

/** Lists the remote's pages: at `/`, unless that is one of them, and at any path that is not one of them. */
function OwnPages({ routes }: { routes: RouteObject[] }) {
  const { pathname } = useLocation();
  return (
    <>
      <h1>{pathname === '/' ? 'Pages of this remote' : `${pathname} is not a page of this remote`}</h1>
      <p>It runs alone here; pages of other areas do not exist.</p>
      <ul>
        {routes.map(({ id, path = '' }) => (
          <li key={id}>{path.includes(':') ? path : <a href={path}>{path}</a>}</li>
        ))}
      </ul>
    </>
  );
}

function StandaloneError() {
  const error = useRouteError();
  const text = isRouteErrorResponse(error) ? `${error.status} ${error.statusText}` : String(error);
  return (
    <main id="content">
      <h1>{text}</h1>
    </main>
  );
}

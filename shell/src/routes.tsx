/** The shell's route tree: its frame, a place for the remotes, and what is shown when a page fails. */
import { useEffect, type ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Outlet,
  useMatches,
  useRouteError,
  type LoaderFunction,
  type RouteObject,
} from 'react-router-dom';
import { SHELL_ROUTE_ID, useCompany, useSession, type RouteHandle, type ShellData } from 'shared/contracts/shell';
import { NotFound, RemoteUnavailable, RouteError } from 'shared/ui/error-pages';
import { serverRendered } from 'shared/ui/server-rendered';
import { tellDevelopment } from './told-in-development.ts';
import { RemoteUnavailableError } from './remotes/unavailable.ts';
import { Frame } from './frame/frame.tsx';
import { NOT_FOUND_ROUTE_ID } from './frame/page-path.ts';
import { leaveToLogin } from './reload-once.ts';

/** Remotes' routes are added below this one. */
const CONTENT_ROUTE_ID = 'shell.content';

/** Routes of one remote, as {@link shellRoutes} and the router's patching take them. */
export interface MountedRemote {
  name: string;
  version: string;
  routes: RouteObject[];
}

/**
 * The whole tree.
 * @param shellData loader of the root route: what remotes get from the shell
 * @param content routes below the frame; the rest is discovered when the visitor gets there
 */
export function shellRoutes(shellData: LoaderFunction<ShellData>, content: RouteObject[]): RouteObject[] {
  return [
    {
      // Pathless, with a splat below: otherwise React Router would never ask for the routes of "/".
      id: SHELL_ROUTE_ID,
      loader: shellData,
      Component: Shell,
      ErrorBoundary: ShellError,
      children: [
        {
          id: CONTENT_ROUTE_ID,
          Component: Outlet,
          ErrorBoundary: ContentError,
          children: [...content, { id: NOT_FOUND_ROUTE_ID, path: '*', loader: notFound, Component: NotFoundPage }],
        },
      ],
    },
  ];
}

/** One remote's routes behind a boundary that carries its name: a failure there affects only the remote's own pages. */
export function mountRemote({ name, version, routes }: MountedRemote): RouteObject {
  return {
    id: `remote.${name}`,
    element: (
      <div data-boundary={name} data-release={version}>
        <Outlet />
      </div>
    ),
    errorElement: <ContentError remote={name} />,
    children: routes,
  };
}

/**
 * Adds a remote's pages to those that a router knows. Known pages are left as they are.
 * @param patch the router's own
 */
export function mountInto(patch: (parent: string, routes: RouteObject[]) => void, remote: RouteObject): void {
  patch(CONTENT_ROUTE_ID, [remote]);
  // Of the first page's remote, only that page is mounted so far.
  patch(String(remote.id), remote.children ?? []);
}

const Overridden = serverRendered(async () => (await import('./frame/overridden.tsx')).Overridden);

/**
 * Stands in for a remote that cannot be loaded: every path answers with its unavailable state.
 * @param isOverridden the browser gets it from elsewhere; until it has tried, the page says so
 */
export function unavailableRoute(name: string, isOverridden = false): RouteObject {
  return {
    id: 'shell.unavailable',
    // An error loses its class on the way from the server, so the boundary itself knows the name.
    errorElement: <RemoteErrorState name={name} />,
    children: [
      {
        id: 'shell.unavailable-page',
        path: '*',
        loader: () => {
          if (import.meta.env.SSR && isOverridden) return null;
          throw new RemoteUnavailableError(name);
        },
        element: isOverridden && (
          <InsteadOfPage title="Loading...">
            <Overridden />
          </InsteadOfPage>
        ),
      },
    ],
  };
}

function notFound(): never {
  throw new Response('Not found', { status: 404 });
}

/** The layout that a branch of routes asks for, by their handles; the innermost wish counts. */
export function layoutOf(handles: unknown[]): NonNullable<RouteHandle['layout']> | null {
  return handles.map((handle) => (handle as RouteHandle | undefined)?.layout).findLast(Boolean) ?? null;
}

/** Whether any of a branch of routes is only for visitors who are logged in. */
export function needsSession(handles: unknown[]): boolean {
  return handles.some((handle) => (handle as RouteHandle | undefined)?.session === 'required');
}

/** Whether no cache may keep the page of these routes. */
export function isSecret(handles: unknown[]): boolean {
  return handles.some((handle) => (handle as RouteHandle | undefined)?.isSecret);
}

function Shell() {
  const handles = useMatches().map(({ handle }) => handle);
  const layout = layoutOf(handles);
  const isClosed = useSession().status === 'anonymous' && needsSession(handles);
  useEffect(() => {
    if (isClosed) leaveToLogin(location.pathname + location.search);
  }, [isClosed]);
  return <Frame layout={layout}>{!isClosed && <Outlet />}</Frame>;
}

/** The last resort: the frame itself failed. */
function ShellError() {
  return (
    <main id="content" tabIndex={-1}>
      <RouteError />
    </main>
  );
}

/** A page that does not exist, a remote that did not arrive, or a page that failed: in this order of likelihood. */
function ContentError({ remote = '' }) {
  const error = useRouteError();
  const isNotFound = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    if (!isNotFound) tellDevelopment(error);
  }, [error, isNotFound]);
  if (isNotFound) return <NotFoundPage />;
  if (error instanceof RemoteUnavailableError) return <RemoteErrorState name={error.remote} />;
  // A loader imports parts of its page. What engines say of a module that did not arrive has this word.
  if (error instanceof TypeError && /import/i.test(error.message)) return <RemoteErrorState name={remote} />;
  return <FailedPage />;
}

/** Shown in place of a page. */
function InsteadOfPage({ title, children }: { title: string; children: ReactNode }) {
  const { name } = useCompany();
  return (
    <>
      <title>{`${title} | ${name}`}</title>
      <meta name="robots" content="noindex" />
      {children}
    </>
  );
}

function RemoteErrorState({ name }: { name: string }) {
  return (
    <div data-boundary={name} data-unavailable="">
      <InsteadOfPage title="This part of the site did not load">
        <RemoteUnavailable />
      </InsteadOfPage>
    </div>
  );
}

function FailedPage() {
  return (
    <InsteadOfPage title="Unexpected Application Error!">
      <RouteError />
    </InsteadOfPage>
  );
}

function NotFoundPage() {
  return (
    <InsteadOfPage title="Page not found">
      <NotFound />
    </InsteadOfPage>
  );
}

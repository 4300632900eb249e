/** Starts the page in the browser: takes over what the server rendered, with the same releases. */
// Must come before everything else.
// oxlint-disable-next-line import/no-unassigned-import
import './styles-ahead.ts';
import { startTransition, type ComponentProps } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterProvider, type RouteObject } from 'react-router-dom';
import { isReserved, patternOf, readablePath } from 'shared/releases/ownership';
import { MAY_LEAD, SESSION_CHANGED } from 'shared/contracts/later-choice';
import { followLinks } from 'shared/contracts/links';
import { SHELL_ROUTE_ID, type ShellData } from 'shared/contracts/shell';
import type { ComposedRemote } from 'shared/contracts/registry';
import { CompositionGoneError, createOwners } from './remotes/composition.ts';
import { Document } from './document.tsx';
import { useEarlyPresses } from './early-presses.ts';
// The server's document names the fonts; importing them here makes the build emit their files.
// oxlint-disable-next-line import/no-unassigned-import
import 'shared/theme/fonts';
import { observeFailures } from './observed/failures.ts';
import { followOtherTabs } from './frame/theme.ts';
import { frugalWindow } from './frugal-window.ts';
import { forEver, reloadOnce } from './reload-once.ts';
import { useCarriedOver } from './carried-over.ts';
import { readPageData } from './page-data.ts';
import { createRemoteRoutes } from './remotes/remote-routes.ts';
import { mountInto, shellRoutes, unavailableRoute } from './routes.tsx';
import { keepSentOnce } from './sent-once.ts';
import { servedBy } from 'shared/ui/use-served';
import { tellDevelopment } from './told-in-development.ts';
import { bearTranslation } from './translated.ts';
import { RemoteUnavailableError } from './remotes/unavailable.ts';
import { withViewTransitions } from './view-transitions.ts';

async function start(): Promise<void> {
  if (isLeft()) return;
  readUrl();
  bearTranslation();
  keepSentOnce();
  const page = readPageData();
  const observation = observeFailures(page);
  const { failed } = observation;
  const owners = createOwners(page.composition, page.remote);
  /** Undefined while the first page is put together; should that fail, the page is kept as the server sent it. */
  let begun: ReturnType<typeof createBrowserRouter> | undefined;
  /** The URL that the browser is leaving for. Loading ahead and the navigation may fail for it one after the other. */
  let leftFor: string | undefined;
  // The document itself carries the hashes of the first page's modules.
  const routeOf = createRemoteRoutes({ leave, verified: async () => void (begun && (await owners.verified())) });

  let shell = page.hydration.loaderData?.[SHELL_ROUTE_ID] as ShellData;
  const shellData = () => shell;
  const content = await initialContent();
  const routes = shellRoutes(shellData, content);

  async function initialContent(): Promise<RouteObject[]> {
    if (page.unavailable) return [unavailableRoute(page.unavailable, page.isOverridden)];
    if (!page.remote) return [];
    const { name } = page.remote;
    try {
      const route = shownOf(await routeOf(page.remote), page.remote);
      await resolveLazy(route);
      return [route];
    } catch (error) {
      // The server's page is complete; it stays readable, and its links work as ordinary links.
      console.error(`[${name}]`, error);
      tellDevelopment(error);
      failed({ kind: 'load', error, remote: name });
      const { keptRoute } = await import('./kept-content.tsx');
      return [keptRoute(name, page.layout)];
    }
  }

  Object.assign(window, { __staticRouterHydrationData: page.hydration });
  const router = createBrowserRouter(routes, {
    window: frugalWindow(),
    async patchRoutesOnNavigation({ path, patch, signal }) {
      const pathname = new URL(path, location.origin).pathname;
      let remote: ComposedRemote | undefined;
      try {
        remote = await owners.of(pathname);
        if (remote) mountInto(patch, await routeOf(remote));
      } catch (error) {
        const isGone = error instanceof CompositionGoneError;
        if (!isGone) console.error(`[${remote?.name ?? 'composition'}]`, error);
        // A full load shows the reason: the server of the sources knows it.
        if (import.meta.hot) {
          location.assign(path);
          return forEver();
        }
        // If even the composition is missing, the site itself is not answering, and a full load would fail as well.
        if ((remote || isGone) && !signal.aborted && leave()) return forEver();
        throw new RemoteUnavailableError(remote?.name ?? 'composition', error);
      }
    },
  });

  begun = router;
  observation.router = router;
  followLinks(router, (pathname) => !isReserved(pathname) && readablePath(pathname));
  // Within a transition, React hydrates in slices of five milliseconds, so that the page stays responsive.
  startTransition(() => {
    hydrateRoot(
      document,
      <Document>
        <Application
          router={withViewTransitions(router)}
          onError={(error, { errorInfo }) => failed({ kind: 'render', error, stack: errorInfo?.componentStack })}
        />
      </Document>,
      {
        onRecoverableError(error, { componentStack }) {
          console.error('[hydration]', error);
          failed({ kind: 'hydration', error, stack: componentStack });
        },
      },
    );
  });
  followOtherTabs();
  // Without an answer, the page stays as it was, until the line is back.
  const renew = () => void renewSession().catch(() => addEventListener('online', renew, { once: true }));
  // In a page that the browser kept for the way back, the visitor may have logged in or out since.
  addEventListener('pageshow', ({ persisted }) => persisted && renew());
  addEventListener(SESSION_CHANGED, renew);
  addEventListener(MAY_LEAD, (event) => router.state.navigation.location && event.preventDefault());
  const keep = async ({ target }: Event) => (await import('./frame/kept-fields.ts')).keepFields(router, target);
  addEventListener('input', (event) => void keep(event).catch(() => {}), { once: true });
  // What the server has refused was typed on the page before.
  if (page.hydration.actionData) dispatchEvent(new Event('input'));
  // Navigating to the page that is already here makes the router load its remote.
  if (page.isOverridden) void router.navigate(location, { replace: true });

  async function renewSession(): Promise<void> {
    const { currentSession } = await import('./current-session.ts');
    const session = await currentSession();
    if (JSON.stringify(session) === JSON.stringify(shell.session)) return;
    shell = { ...shell, session };
    await router.revalidate();
  }

  /** Loads in full the page that the visitor is on the way to; not one that is loaded ahead, and never with a form. */
  function leave(routeId?: string): boolean {
    const { location: to, formMethod = 'GET' } = begun?.state.navigation ?? {};
    if (!begun || !to || formMethod !== 'GET' || !navigator.onLine) return false;
    const isForIt = !routeId || matchRoutes(begun.routes, to)?.some(({ route }) => route.id === routeId);
    const url = to.pathname + to.search + to.hash;
    if (!isForIt || (url !== leftFor && !reloadOnce(url))) return false;
    leftFor = url;
    return true;
  }

  onIntent((...intent) => {
    const ask = () => void owners.verified().catch(() => {});
    // A finger follows the link when it is lifted, so what the navigation needs first is asked for before the import.
    if (isMeant(...intent)) ask();
    return import('./remotes/prefetch.ts').then(({ prefetch }) =>
      prefetch(intent, router, async (pathname) => {
        // Asked for in parallel with the rest: what is loaded ahead waits for it.
        ask();
        const remote = await owners.of(pathname);
        return remote && routeOf(remote);
      }),
    );
  });
}

function Application(props: ComponentProps<typeof RouterProvider>) {
  useEarlyPresses();
  useCarriedOver();
  return <RouterProvider {...props} />;
}

/**
 * Whether the visitor went back before this script ran, on a page that was reloaded. To the browser, history entries
 * of one document remain so: it changes the URL and still shows the page that was left. The URL's own page is loaded.
 */
function isLeft(): boolean {
  const served = servedBy();
  const { href, pathname, search, hash } = location;
  // A browser need not report this, and after a redirect it may report the URL before it.
  if (!served || served.type === 'navigate') return false;
  return served.name.split('#')[0] !== href.split('#')[0] && reloadOnce(pathname + search + hash);
}

/** Makes the router read the same path as the server (`readablePath`). */
function readUrl(): void {
  const { pathname, search, hash } = location;
  const readable = readablePath(pathname);
  // With the origin, since a path may begin like another one: `//host`.
  if (readable !== pathname) history.replaceState(history.state, '', location.origin + readable + search + hash);
}

/** Whether a finger is on a link of this site, and the visitor has not asked to save data. */
const isMeant = ({ origin }: HTMLAnchorElement, event: Event): boolean =>
  (event as PointerEvent).pointerType === 'touch' &&
  origin === location.origin &&
  !(navigator as { connection?: { saveData?: boolean } }).connection?.saveData;

/** Calls `prefetch` when a visitor turns to a link by pointer, finger or keyboard. The navigation shows failures. */
function onIntent(prefetch: (link: HTMLAnchorElement, event: Event) => Promise<void>): void {
  for (const intent of ['pointerover', 'focusin']) {
    document.addEventListener(intent, (event) => {
      const link = (event.target as Element).closest('a');
      if (link?.href) prefetch(link, event).catch(() => {});
    });
  }
}

/** The part of a remote's route that the first page needs; the router reads every pattern that it is given. */
function shownOf(route: RouteObject, { routes }: ComposedRemote): RouteObject {
  const pattern = patternOf(routes, location.pathname);
  const shown = route.children?.filter(({ path }) => path === pattern) ?? [];
  return shown.length > 0 ? ({ ...route, children: shown } as RouteObject) : route;
}

/** Hydration needs the matched pages at once, as the server had them. */
async function resolveLazy(content: RouteObject): Promise<void> {
  for (const { route } of matchRoutes([content], location) ?? []) {
    if (typeof route.lazy !== 'function') continue;
    Object.assign(route, await route.lazy(), { lazy: undefined });
  }
}

// Not awaited: a module that waits at its top cannot share a chunk with what is loaded later.
void start();

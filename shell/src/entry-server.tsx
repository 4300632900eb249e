/** Renders one page to HTML. Built for Node; `shell/server` decides which release to render and with what. */
import { Writable } from 'node:stream';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  matchRoutes,
  StaticRouterProvider,
  type HydrationState,
  type RouteObject,
  type StaticHandlerContext,
} from 'react-router-dom';
import type { RouteHandle, ServerLoaderContext, ShellData } from 'shared/contracts/shell';
import { loginFor } from 'shared/contracts/paths';
import { Document } from './document.tsx';
import { inlineJson } from 'shared/contracts/inline-json';
import { PageStyles } from './server-markup/page-styles.ts';
import {
  isSecret,
  layoutOf,
  mountRemote,
  needsSession,
  shellRoutes,
  unavailableRoute,
  type MountedRemote,
} from './routes.tsx';
import { shortHtml } from './server-markup/short-html.ts';
import { RemoteUnavailableError } from './remotes/unavailable.ts';

export { themeColour, themeScript } from './frame/theme-script.ts';
export { fontsToPreload } from 'shared/theme/fonts';
export { documentPatterns } from 'shared/theme/cloth/document-patterns';
export { globalCss } from './frame/global-css.ts';
export { PAGE_DATA_ID } from './page-data.ts';

const METHOD_NOT_ALLOWED = 405;

const namedSearch = import.meta.env.DEV ? await import('./named-search.ts') : undefined;

export interface RenderRequest {
  /** Absolute URL, method and abort signal of the page view. */
  request: Request;
  /** The release that owns the path; null if none does. */
  remote: MountedRemote | null;
  /** Renders the unavailable state in this remote's name. */
  unavailable?: string;
  /** The browser gets that remote from elsewhere, and the page says so. */
  isOverridden?: true;
  shellData: Promise<ShellData>;
  loaderContext: ServerLoaderContext;
}

export interface RenderedPage {
  status: number;
  /** `<html>…</html>` */
  html: string;
  /** `<style>` elements. */
  styles: string;
  /** Rules that are needed only from the element with `data-below` onwards, if the page has one. */
  laterRules: string | null;
  /** The loaders' data, as JSON that can be inside a script element. */
  hydration: string;
  /** Ids of the matched routes, outermost first. */
  routeIds: string[];
  /** What the matched page asked of the frame. */
  layout: NonNullable<RouteHandle['layout']> | null;
  /** No cache may keep it. */
  isSecret: boolean;
}

/**
 * @returns the page, or the Response that a loader or an action answered with (a redirect, also to the login page; 405
 * for a form that the page does not take)
 * @throws RemoteUnavailableError when the remote's own code fails, in a loader or while rendering
 */
export async function renderPage(options: RenderRequest): Promise<RenderedPage | Response> {
  const { request, remote, unavailable, isOverridden, shellData } = options;
  const handler = handlerFor(remote, unavailable, isOverridden);
  const handles = matchRoutes(handler.dataRoutes, new URL(request.url))?.map(({ route }) => route.handle) ?? [];
  if (needsSession(handles)) {
    const { session } = await shellData;
    if (session.status === 'anonymous') return toLogin(request, session);
  }
  const make = () => renderMatched(options, handler, handles);
  return namedSearch ? namedSearch.withNamedSearch(new URL(request.url), handles, make) : make();
}

async function renderMatched(
  { request, remote, unavailable, isOverridden, shellData, loaderContext }: RenderRequest,
  handler: StaticHandler,
  handles: unknown[],
): Promise<RenderedPage | Response> {
  const requestContext: ServerLoaderContext = { ...loaderContext };
  shellDataOf.set(requestContext, shellData);
  const context = await handler.query(request, { requestContext });
  if (context instanceof Response) return context;
  if (context.statusCode === METHOD_NOT_ALLOWED) return new Response(null, { status: METHOD_NOT_ALLOWED });

  const failure = Object.values(context.errors ?? {}).find((error) => !isRouteErrorResponse(error));
  if (failure && remote) throw new RemoteUnavailableError(remote.name, failure);

  const router = createStaticRouter(handler.dataRoutes, context);
  const pageStyles = styles.forPage();
  try {
    const document = (
      <Document>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </Document>
    );
    const html = await renderToHtml(pageStyles.collecting(document), request.signal);
    return {
      status: unavailable && !isOverridden ? 503 : context.statusCode,
      // React's development build compares attributes, and would report those that are left out.
      html: import.meta.env.DEV ? html : shortHtml(pageStyles.withoutIdle(html)),
      ...(import.meta.env.DEV ? { styles: pageStyles.of(html), laterRules: null } : pageStyles.split(html)),
      hydration: inlineJson(hydrationOf(context)),
      routeIds: context.matches.map((match) => match.route.id),
      layout: layoutOf(handles),
      isSecret: isSecret(handles),
    };
  } catch (error) {
    if (remote) throw new RemoteUnavailableError(remote.name, error);
    throw error;
  }
}

const styles = new PageStyles();

/** The root route's data, by the context that the request's loaders get. */
const shellDataOf = new WeakMap<object, Promise<ShellData>>();

type StaticHandler = ReturnType<typeof createStaticHandler>;

const makeHandler = (content: RouteObject[]): StaticHandler =>
  createStaticHandler(shellRoutes(({ context }) => shellDataOf.get(context as object)!, content));

const withoutRemote = makeHandler([]);
/** By a remote's routes; the same routes are always the same object. */
const handlers = new WeakMap<RouteObject[], StaticHandler>();

function handlerFor(remote: MountedRemote | null, unavailable?: string, isOverridden?: true): StaticHandler {
  if (unavailable) return makeHandler([unavailableRoute(unavailable, isOverridden)]);
  if (!remote) return withoutRemote;
  let handler = handlers.get(remote.routes);
  if (!handler) {
    handler = makeHandler([mountRemote(remote)]);
    handlers.set(remote.routes, handler);
  }
  return handler;
}

/** Sends the visitor to the login page and back here. A form is not carried out then; the login page says so. */
function toLogin({ url, method }: Request, { isUnknown }: { isUnknown?: true }): Response {
  const { pathname, search } = new URL(url);
  const ended = method === 'GET' ? undefined : 'session-ended';
  const location = loginFor(pathname + search, isUnknown ? 'unreachable' : ended);
  return new Response(null, { status: 303, headers: { location } });
}

/** React's streams begin with it, its strings do not. */
const DOCTYPE = '<!DOCTYPE html>';
/** React writes this where it left something to the browser, because it failed or had to be waited for. */
const LEFT_OUT = '<!--$!-->';

/** Renders at once where nothing is waited for, as on nearly every page: without a stream, it takes a quarter less. */
async function renderToHtml(element: React.ReactNode, signal: AbortSignal): Promise<string> {
  try {
    const html = DOCTYPE + renderToString(element);
    if (!html.includes(LEFT_OUT)) return html;
  } catch {
    // The error need not be a real one: a page that has to wait for something throws here as well.
  }
  return renderWaiting(element, signal);
}

/**
 * Waits for the whole page, because its styles are complete only then. An error anywhere fails the page: a document
 * whose content is missing helps nobody.
 */
function renderWaiting(element: React.ReactNode, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString('utf8'));
        done();
      },
    });
    const stream = renderToPipeableStream(element, {
      // Everything is ready before anything is sent; parts that React sends later would need inline scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => stream.pipe(sink),
      onError: (error, { componentStack }) => {
        // React itself throws what it cannot render, so nothing else leads to the component.
        if (import.meta.env.DEV && error instanceof Error) error.stack += componentStack ?? '';
        reject(error);
      },
      onShellError: reject,
    });
    signal.addEventListener('abort', () => stream.abort(signal.reason), { once: true });
  });
}

/** Errors lose their message on the way to the browser, except those thrown as answers on purpose. */
function hydrationOf({ loaderData, actionData, errors }: StaticHandlerContext): HydrationState {
  return {
    loaderData,
    ...(actionData && { actionData }),
    ...(errors && {
      errors: Object.fromEntries(
        Object.entries(errors).map(([id, error]: [string, unknown]) => [
          id,
          isRouteErrorResponse(error)
            ? { ...error, __type: 'RouteErrorResponse' }
            : { message: 'Unexpected Server Error', __type: 'Error' },
        ]),
      ),
    }),
  };
}

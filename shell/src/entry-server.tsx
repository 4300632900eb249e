/** Renders one page to HTML. Built for Node; `shell/server` decides which release to render and with what. */
import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  matchRoutes,
  StaticRouterProvider,
  type HydrationState,
  type StaticHandlerContext,
} from 'react-router-dom';
import { ServerStyleSheet } from 'styled-components';
import type { RouteHandle, ServerLoaderContext, ShellData } from 'shared/contracts/shell';
import { loginFor } from 'shared/contracts/paths';
import { Document } from './document.tsx';
import { inlineJson } from 'shared/contracts/inline-json';
import {
  isSecret,
  layoutOf,
  mountRemote,
  needsSession,
  shellRoutes,
  unavailableRoute,
  type MountedRemote,
} from './routes.tsx';
import { RemoteUnavailableError } from './unavailable.ts';

export { themeColour, themeScript } from './frame/theme-script.ts';
export { fontsToPreload } from 'shared/theme/fonts';
export { globalCss } from './frame/global-css.ts';
export { PAGE_DATA_ID } from './page-data.ts';

const METHOD_NOT_ALLOWED = 405;

export interface RenderRequest {
  /** Absolute URL, method and abort signal of the page view. */
  request: Request;
  /** The release that owns the path; null if none does. */
  remote: MountedRemote | null;
  /** Renders the unavailable state in this remote's name. */
  unavailable?: string;
  shellData: Promise<ShellData>;
  loaderContext: ServerLoaderContext;
}

export interface RenderedPage {
  status: number;
  /** `<html>…</html>` */
  html: string;
  /** `<style>` elements. */
  styles: string;
  /** What the loaders gave, as JSON that can stand inside a script element. */
  hydration: string;
  /** Ids of the matched routes, outermost first. */
  routeIds: string[];
  /** What the matched page asked of the frame. */
  layout: NonNullable<RouteHandle['layout']> | null;
  /** No cache may keep it. */
  isSecret: boolean;
}

/**
 * @returns the page, or the Response that a loader or an action answered with (a redirect, also to the login page; 405 for
 * a form that the page does not take)
 * @throws RemoteUnavailableError when the remote's own code fails, in a loader or while rendering
 */
export async function renderPage(options: RenderRequest): Promise<RenderedPage | Response> {
  const { request, remote, unavailable, shellData, loaderContext } = options;
  const content = unavailable ? [unavailableRoute(unavailable)] : remote ? [mountRemote(remote)] : [];
  const handler = createStaticHandler(shellRoutes(() => shellData, content));
  const handles = matchRoutes(handler.dataRoutes, new URL(request.url))?.map(({ route }) => route.handle) ?? [];
  if (needsSession(handles) && (await shellData).session.status === 'anonymous') return toLogin(request);
  const context = await handler.query(request, { requestContext: loaderContext });
  if (context instanceof Response) return context;
  if (context.statusCode === METHOD_NOT_ALLOWED) return new Response(null, { status: METHOD_NOT_ALLOWED });

  const failure = Object.values(context.errors ?? {}).find((error) => !isRouteErrorResponse(error));
  if (failure && remote) throw new RemoteUnavailableError(remote.name, failure);

  const router = createStaticRouter(handler.dataRoutes, context);
  const sheet = new ServerStyleSheet();
  try {
    const html = await renderToHtml(
      sheet.collectStyles(
        <Document>
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </Document>,
      ),
      request.signal,
    );
    return {
      status: unavailable ? 503 : context.statusCode,
      html,
      styles: sheet.getStyleTags(),
      hydration: inlineJson(hydrationOf(context)),
      routeIds: context.matches.map((match) => match.route.id),
      layout: layoutOf(handles),
      isSecret: isSecret(handles),
    };
  } catch (error) {
    if (remote) throw new RemoteUnavailableError(remote.name, error);
    throw error;
  } finally {
    sheet.seal();
  }
}

/** The visitor comes back to the page after logging in. What a form asked for is not done then, and the login page says so. */
function toLogin({ url, method }: Request): Response {
  const { pathname, search } = new URL(url);
  const location = loginFor(pathname + search, method === 'GET' ? undefined : 'session-ended');
  return new Response(null, { status: 303, headers: { location } });
}

/**
 * Waits for all of it: styles are complete only then. An error anywhere fails the page, because a document whose
 * content is missing helps nobody.
 */
function renderToHtml(element: React.ReactNode, signal: AbortSignal): Promise<string> {
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
      // All of it is there before any of it is sent; parts that React sends later need inline scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => stream.pipe(sink),
      onError: reject,
      onShellError: reject,
    });
    signal.addEventListener('abort', () => stream.abort(signal.reason), { once: true });
  });
}

/** Errors lose their message on the way to the browser unless they were thrown as answers on purpose. */
function hydrationOf({ loaderData, actionData, errors }: StaticHandlerContext): HydrationState {
  return {
    loaderData,
    actionData,
    errors:
      errors &&
      Object.fromEntries(
        Object.entries(errors).map(([id, error]: [string, unknown]) => [
          id,
          isRouteErrorResponse(error)
            ? { ...error, __type: 'RouteErrorResponse' }
            : { message: 'Unexpected Server Error', __type: 'Error' },
        ]),
      ),
  };
}

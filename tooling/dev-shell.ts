/**
 * The shell in development: pages are rendered on the server from the remotes' sources and hydrated with hot
 * reload across federation. Part of `npm run dev`. Policy, releases and compression are production's business.
 */
import { createServer as createHttpServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { RouteObject } from 'react-router-dom';
import { createServer, type ViteDevServer } from 'vite';
import { z } from 'zod';
import { company } from '../shared/content/company.ts';
import { ownerOf, type Ownership } from '../shared/releases/ownership.ts';
import type { ComposedRemote, CompositionDocument } from '../shared/contracts/registry.ts';
import { folder, httpUrl, port, readEnv, secret } from '../shared/node/env.ts';
import { sessionSecret } from '../shared/node/secret.ts';
import { apiHop, loaderContextFor, type Visitor } from '../shell/server/api-hop.ts';
import { sessionOf } from '../shell/server/session.ts';
import type * as EntryServer from '../shell/src/entry-server.tsx';
import type { PageData } from '../shell/src/page-data.ts';
import { repositoryRoot } from './release/build-remote.ts';
import { flattenRoutes } from './release/flatten-routes.ts';
import { remotes } from './remotes.ts';
import { SERVER_MODE } from './vite/remote.ts';

const { PORT, API_URL, DATA_DIR, SESSION_SECRET } = readEnv(
  z.object({
    PORT: port.default(3000),
    API_URL: httpUrl.default('http://localhost:8080'),
    DATA_DIR: folder.prefault('.data'),
    SESSION_SECRET: secret.optional(),
  }),
);
const hop = apiHop(API_URL, sessionSecret({ given: SESSION_SECRET, dataDir: DATA_DIR }));
const origin = `http://localhost:${PORT}`;
const VERSION = 'development';

const http = createHttpServer();
const shell = await createServer({
  root: path.join(repositoryRoot, 'shell'),
  configFile: path.join(repositoryRoot, 'shell/vite.config.ts'),
  mode: 'development',
  appType: 'custom',
  server: { middlewareMode: true, hmr: { server: http } },
});

/** Loads remotes' sources for server rendering; their own dev servers serve the browser. */
const sources: { name: string; devPort: number; vite: ViteDevServer }[] = await Promise.all(
  remotes.map(async ({ name, devPort }) => ({
    name,
    devPort,
    vite: await createServer({
      root: path.join(repositoryRoot, name),
      configFile: path.join(repositoryRoot, name, 'vite.config.ts'),
      mode: SERVER_MODE,
      appType: 'custom',
      // Not the dev server's: two servers would keep throwing each other's optimised packages away.
      cacheDir: path.join(repositoryRoot, '.cache', 'vite', name),
      optimizeDeps: { noDiscovery: true, include: [] },
      server: { middlewareMode: true, hmr: false, ws: false },
    }),
  })),
);

http.on('request', (request, response) => {
  if (/^\/(api|auth)\//.test(request.url ?? '')) return passToApi(request, response);
  shell.middlewares(request, response, () => void answer(request, response));
});
http.listen(PORT, 'localhost', () => console.log(`The site in development: ${origin}`));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const url = new URL(origin + (request.url ?? '/'));
    const composed = await compose();
    if (url.pathname === '/composition.json') {
      const document: CompositionDocument = { remotes: composed.remotes, integrity: {} };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(document));
      return;
    }
    const { status, headers, html } = await page(await pageRequest(url, request), visitorOf(request), composed);
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
  } catch (error) {
    shell.ssrFixStacktrace(error as Error);
    console.error(error);
    response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end((error as Error).stack);
  }
}

interface Composed {
  remotes: Record<string, ComposedRemote>;
  routes: Record<string, RouteObject[]>;
}

/** The remotes as their sources are now; one that does not compile is left out and said so. */
async function compose(): Promise<Composed> {
  const composed: Composed = { remotes: {}, routes: {} };
  await Promise.all(
    sources.map(async ({ name, devPort, vite }) => {
      try {
        const { routes } = (await vite.ssrLoadModule('/src/routes.tsx')) as { routes: RouteObject[] };
        composed.routes[name] = routes;
        composed.remotes[name] = {
          name,
          version: VERSION,
          entry: `http://localhost:${devPort}/remoteEntry.js`,
          routes: flattenRoutes(routes).map((route) => route.path),
        };
      } catch (error) {
        console.error(`${name} does not load:`, error);
      }
    }),
  );
  return composed;
}

/** The request as a page's loaders and its action get to see it. */
async function pageRequest(url: URL, request: IncomingMessage): Promise<Request> {
  if (request.method !== 'POST') return new Request(url);
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  return new Request(url, { method: 'POST', body: await text(request), headers });
}

const visitorOf = ({ socket, headers }: IncomingMessage): Visitor => ({ address: socket.remoteAddress ?? '127.0.0.1', headers });

interface DevelopmentPage {
  status: number;
  headers: Record<string, string | string[]>;
  html: string;
}

async function page(request: Request, visitor: Visitor, { remotes: composed, routes }: Composed): Promise<DevelopmentPage> {
  const url = new URL(request.url);
  const ownership: Ownership = Object.fromEntries(Object.values(composed).map((remote) => [remote.name, remote.routes]));
  const name = ownerOf(ownership, url.pathname);
  const entry = (await shell.ssrLoadModule('/src/entry-server.tsx')) as typeof EntryServer;
  const rendered = await entry.renderPage({
    request,
    remote: name === undefined ? null : { name, version: VERSION, routes: routes[name]! },
    shellData: sessionOf(visitor, { hop, publicUrl: origin, log: console }).then((session) => ({ company, session, origin })),
    loaderContext: loaderContextFor(hop, visitor, { isForm: request.method === 'POST' }),
  });
  if (rendered instanceof Response) {
    const location = rendered.headers.get('location');
    const headers = { ...(location ? { location } : {}), 'set-cookie': rendered.headers.getSetCookie() };
    return { status: rendered.status, headers, html: '' };
  }

  const data: PageData = {
    composition: { id: VERSION, releases: Object.fromEntries(Object.keys(composed).map((remote) => [remote, VERSION])) },
    remote: name === undefined ? null : composed[name]!,
    unavailable: null,
    layout: rendered.layout,
    hydration: rendered.hydration,
  };
  const frame = await shell.transformIndexHtml(
    url.pathname,
    `<html><head><meta name="theme-color" content="${entry.themeColour}"><script>${entry.themeScript}</script><style>${entry.globalCss}</style>${rendered.styles}</head><body></body></html>`,
  );
  const inserted = /<head>([\s\S]*)<\/head>/.exec(frame)?.[1] ?? '';
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  const html = rendered.html
    .replace('</head>', () => `${inserted}</head>`)
    .replace(
      '</body>',
      () =>
        `<script type="application/json" id="${entry.PAGE_DATA_ID}">${json}</script>` +
        '<script type="module" src="/src/client.tsx"></script></body>',
    );
  return { status: rendered.status, headers: {}, html };
}

function passToApi(request: IncomingMessage, response: ServerResponse): void {
  const passed = httpRequest(API_URL + request.url, { method: request.method, headers: request.headers }, (answered) => {
    response.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(response);
  });
  passed.on('error', () => response.writeHead(503, { 'content-type': 'text/plain' }).end('The API is not running.'));
  request.pipe(passed);
}

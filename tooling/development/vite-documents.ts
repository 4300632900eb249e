/** Documents of the site in development: the shell's sources through Vite, with hot reload and without a policy. */
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createServer, type ViteDevServer } from 'vite';
import { isReserved } from '../../shared/releases/ownership.ts';
import { documentOf, type DocumentAssembler, type DocumentParts } from '../../shell/server/documents/document.ts';
import type * as EntryServer from '../../shell/src/entry-server.tsx';
import type { DevPorts } from '../workspace/dev-ports.ts';
import { failureInBrowser, type ToldByBrowser } from './browser-failures.ts';
import { isFailedPage, LOOK_MS } from './failures.ts';
import type { Tabs } from './source-changes.ts';
import { repositoryRoot } from '../workspace/root.ts';

const root = path.join(repositoryRoot, 'shell');

/** How much later than the site a dev server may hear of an edit, in milliseconds. */
const LATE_MS = 3_000;
/** A page is not reloaded for the same module sooner than this, in milliseconds. */
const RELOAD_APART_MS = 10_000;
/** How often tabs are cut off while the server stops, in milliseconds. */
const CUT_MS = 50;

export interface ViteDocuments extends DocumentAssembler {
  /** What tabs of the site listen to. */
  tabs: Tabs;
  /** The Vite server that loads the shell's sources, once the site is put together. */
  servers(): ViteDevServer[];
  /** Has tabs wait for the next server, before this one is away. */
  endSoon(): void;
  /** Ends what tabs listen on: the server would wait for it. */
  hangUp(): void;
}

/**
 * @param others Vite servers of the remotes, which are closed with the shell's
 * @param ports of the servers that serve the browser
 * @param arriving gets every request before anything else does
 */
export function viteDocuments(
  others: ViteDevServer[],
  ports: Pick<DevPorts, 'site' | 'remotes'>,
  arriving: (request: IncomingMessage) => void,
): ViteDocuments {
  const folders = new Map([[ports.site, root]]);
  for (const [name, port] of Object.entries(ports.remotes)) folders.set(port, path.join(repositoryRoot, name));
  let vite: ViteDevServer;
  let isEnding = false;
  const reloads = new Map<string, number>();
  const entry = async () => (await vite.ssrLoadModule('/src/entry-server.tsx')) as typeof EntryServer;

  return {
    tabs: {
      reload: () => vite.ws.send({ type: 'full-reload' }),
      show: (failure) => vite.ws.send({ type: 'error', err: failure }),
    },
    servers: () => [vite],
    endSoon: () => void (isEnding = true),
    hangUp() {
      const cut = () => vite.ws.clients.forEach(({ socket }) => socket.terminate());
      cut();
      // Tabs that connect now look for the next server, too.
      setInterval(cut, CUT_MS).unref();
    },
    clientDirectory: path.join(root, 'public'),
    changes: true,
    async attach(app) {
      vite = await createServer({
        root,
        configFile: path.join(root, 'vite.config.ts'),
        configLoader: 'native',
        mode: 'development',
        appType: 'custom',
        // The site itself decides who may ask from where, as in production.
        server: { middlewareMode: true, hmr: { server: app.server }, cors: false },
      });
      app.addHook('onRequest', ({ raw }, reply, next) => {
        arriving(raw);
        if (isEnding && raw.url === '/healthz') return void reply.code(503).send();
        if (isServedBySite(raw.url!)) return next();
        // What Vite cannot read is for the site to refuse, with a message.
        vite.middlewares(raw, reply.raw, () => next());
      });
      // Files change while they are worked on.
      app.addHook('onSend', async (_request, reply) => {
        if (String(reply.getHeader('cache-control')).includes('immutable')) reply.header('cache-control', 'no-cache');
      });
      // What failed only in a browser is shown there like everything else.
      vite.ws.on('site:failed', async (told: ToldByBrowser, client) => {
        client.send({ type: 'error', err: await failureInBrowser(told, folders) });
        if (await comesAfterAll(told, reloads)) client.send({ type: 'full-reload' });
      });
      app.addHook('preClose', async () => {
        await Promise.all([vite, ...others].map((server) => server.close()));
      });
    },
    entry,
    assemble: async (parts, page) => ({
      html: isFailedPage(parts.page) ? parts.page.html : await inDevelopment(parts, page, vite, await entry()),
      policies: [],
    }),
  };
}

/**
 * Whether a module that a browser could not load can be loaded by now. A remote's dev server may hear of an edit later
 * than the site, which has reloaded the page by then.
 * @param reloads when a page was reloaded for a module: one that comes may still import what does not
 */
async function comesAfterAll({ message }: ToldByBrowser, reloads: Map<string, number>): Promise<boolean> {
  const url = /imported module: (http:\/\/localhost:\S+)/.exec(message)?.[1];
  const [module] = url?.split('?') ?? [];
  if (!url || !module || performance.now() - (reloads.get(module) ?? -Infinity) < RELOAD_APART_MS) return false;
  for (const until = performance.now() + LATE_MS; performance.now() < until; await delay(LOOK_MS)) {
    const isThere = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isThere) continue;
    reloads.set(module, performance.now());
    return true;
  }
  return false;
}

/** Vite has the shell's sources and its icons; everything else below the shell's own URLs is as in production. */
function isServedBySite(url: string): boolean {
  const pathname = url.split('?', 1)[0]!;
  return isReserved(pathname) && !/^\/(favicon|apple-touch-icon)\./.test(pathname);
}

/**
 * Runs in each tab. An edit that starts the server again reloads tabs just before, and one whose scripts did not all
 * come from the old server would not hear of the new one. While the server runs, an error is a mistake. A tab that
 * is told to reload while the server is away would end on the browser's own error page, so it waits.
 */
const whenBack = `{
  let isBack = false;
  const reload = () => {
    isBack = true;
    location.reload();
  };
  const lookAgain = () => setTimeout(look, ${LOOK_MS}, true);
  const look = (isAway) => fetch('/healthz').then(({ ok }) => (ok ? isAway && reload() : lookAgain()), lookAgain);
  for (const type of ['error', 'unhandledrejection']) addEventListener(type, () => look(false), { capture: true });
  globalThis.navigation?.addEventListener('navigate', (event) => {
    if (event.navigationType !== 'reload' || isBack) return;
    event.preventDefault();
    look(true);
  });
}`;

async function inDevelopment(
  parts: DocumentParts,
  page: string,
  vite: ViteDevServer,
  entry: typeof EntryServer,
): Promise<string> {
  const { themeColour, themeScript, globalCss, documentPatterns, PAGE_DATA_ID } = entry;
  const own =
    `<meta name="theme-color" content="${themeColour}"><script>${themeScript}</script><script>${whenBack}</script>` +
    `<style>${globalCss}</style>${parts.page.styles}`;
  const frame = await vite.transformIndexHtml(page, `<html><head>${own}</head><body></body></html>`);
  const head = /<head>([\s\S]*)<\/head>/.exec(frame)?.[1] ?? '';
  const end = '<script type="module" src="/src/client.tsx"></script>';
  return documentOf(parts, PAGE_DATA_ID, { head, start: documentPatterns(parts.page.html), end });
}

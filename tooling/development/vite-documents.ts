/** Documents of the site in development: the shell's sources through Vite, with hot reload and without a policy. */
import path from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { isReserved } from '../../shared/releases/ownership.ts';
import { documentOf, type DocumentAssembler, type DocumentParts } from '../../shell/server/document.ts';
import type * as EntryServer from '../../shell/src/entry-server.tsx';
import { repositoryRoot } from '../workspace/root.ts';

const root = path.join(repositoryRoot, 'shell');

/** @param others Vite servers whose code the pages are made of as well: errors are told by their lines, too */
export function viteDocuments(others: ViteDevServer[]): DocumentAssembler {
  let vite: ViteDevServer;
  const entry = async () => (await vite.ssrLoadModule('/src/entry-server.tsx')) as typeof EntryServer;

  /** Errors name lines of what Vite made of the sources. */
  const withSourceLines = (error: unknown): never => {
    for (let told = error; told instanceof Error; told = told.cause) {
      for (const server of [vite, ...others]) server.ssrFixStacktrace(told);
    }
    throw error;
  };

  return {
    clientDirectory: path.join(root, 'public'),
    changes: true,
    async attach(app) {
      vite = await createServer({
        root,
        configFile: path.join(root, 'vite.config.ts'),
        mode: 'development',
        appType: 'custom',
        // Who may ask from where is the site's own business, as in production.
        server: { middlewareMode: true, hmr: { server: app.server }, cors: false },
      });
      app.addHook('onRequest', ({ raw }, reply, next) => {
        if (isServedBySite(raw.url!)) return next();
        // What Vite cannot read is for the site to refuse, in words.
        vite.middlewares(raw, reply.raw, () => next());
      });
      // Files change while they are worked on.
      app.addHook('onSend', async (_request, reply) => {
        if (String(reply.getHeader('cache-control')).includes('immutable')) reply.header('cache-control', 'no-cache');
      });
      app.addHook('preClose', async () => {
        await Promise.all([vite, ...others].map((server) => server.close()));
      });
    },
    async entry() {
      const loaded = await entry();
      return { ...loaded, renderPage: (request) => loaded.renderPage(request).catch(withSourceLines) };
    },
    assemble: async (parts, page) => ({ html: await inDevelopment(parts, page, vite, await entry()), policies: [] }),
  };
}

/** Vite has the shell's sources and its icon; everything else below the shell's own addresses is as in production. */
function isServedBySite(url: string): boolean {
  const pathname = url.split('?', 1)[0]!;
  return isReserved(pathname) && pathname !== '/favicon.svg';
}

async function inDevelopment(
  parts: DocumentParts,
  page: string,
  vite: ViteDevServer,
  entry: typeof EntryServer,
): Promise<string> {
  const { themeColour, themeScript, globalCss, documentPatterns, PAGE_DATA_ID } = entry;
  const own =
    `<meta name="theme-color" content="${themeColour}"><script>${themeScript}</script>` +
    `<style>${globalCss}</style>${parts.page.styles}`;
  const frame = await vite.transformIndexHtml(page, `<html><head>${own}</head><body></body></html>`);
  const head = /<head>([\s\S]*)<\/head>/.exec(frame)?.[1] ?? '';
  const end = '<script type="module" src="/src/client.tsx"></script>';
  return documentOf(parts, PAGE_DATA_ID, { head, start: documentPatterns(parts.page.html), end });
}

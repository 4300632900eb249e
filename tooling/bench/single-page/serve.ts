/** Serves the single-page application: its files as they are, one document for all pages, and the API of the site. */
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { IMMUTABLE } from '../../../shell/server/file-routes.ts';
import { loadShellBuild, type ShellBuild } from '../../../shell/server/build.ts';
import { ensureBuilt } from '../../build/ensure-built.ts';
import { remotes } from '../../workspace/remotes.ts';
import { repositoryRoot } from '../../workspace/root.ts';

const compress = promisify(brotliCompress);

const OUTPUT = '.cache/single-page';
/** Key of the start in the manifest. */
export const ENTRY = 'tooling/bench/single-page/main.tsx';

/** What the build makes, by the ends of names; fonts are the site's. */
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.svg': 'image/svg+xml' };

type Manifest = Record<string, { file: string; imports?: string[] }>;

export interface SinglePage {
  url: string;
  manifest: Manifest;
  /** Size of each file of the build, compressed with brotli, in bytes. */
  sizes: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** Builds what changed, and serves it on its own port. @param siteUrl whose API, fonts and icon it uses */
export async function serveSinglePage(siteUrl: string): Promise<SinglePage> {
  const folder = path.join(repositoryRoot, OUTPUT);
  await ensureBuilt(
    [
      {
        name: 'single-page',
        program: ['tooling/bench/single-page/build.ts', OUTPUT],
        output: OUTPUT,
        inputs: ['tooling/bench/single-page', 'shell/src', ...remotes.map(({ name }) => name)],
      },
    ],
    (line) => console.log(`  ${line}`),
  );
  const manifest = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')) as Manifest;
  const shell = await loadShellBuild(path.join(repositoryRoot, 'shell/dist'));
  const page = await compress(documentOf(shell, manifest));
  const built = (await readdir(path.join(folder, 'assets'))).filter((file) => path.extname(file) in TYPES);
  const files = new Map<string, Buffer>(
    await Promise.all(
      built.map(
        async (file) => [`/assets/${file}`, await compress(await readFile(path.join(folder, 'assets', file)))] as const,
      ),
    ),
  );

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', siteUrl);
    const file = files.get(pathname);
    if (file) {
      const type = TYPES[path.extname(pathname)]!;
      return send(response, file, { 'content-type': type, 'cache-control': IMMUTABLE });
    }
    if (/^\/(api\/|assets\/|favicon)/.test(pathname)) return void passOn(request, response, siteUrl);
    send(response, page, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    manifest,
    sizes: new Map([...files].map(([url, bytes]) => [url.slice(1), bytes.length])),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The one document: what the shell's own has in it, but no page. */
function documentOf({ entry }: ShellBuild, manifest: Manifest): string {
  const { file, imports = [] } = manifest[ENTRY]!;
  const preloads = [
    ...entry.fontsToPreload.map(
      (font) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">`,
    ),
    ...imports.map((key) => `<link rel="modulepreload" crossorigin href="/${manifest[key]!.file}">`),
  ];
  return (
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">' +
    `<script>${entry.themeScript}</script>${preloads.join('')}` +
    `<script type="module" crossorigin src="/${file}"></script><style>${entry.globalCss}</style></head>` +
    `<body class="light">${entry.documentPatterns('')}<div id="root"></div></body></html>`
  );
}

function send(response: ServerResponse, body: Buffer, headers: Record<string, string>): void {
  response.writeHead(200, { ...headers, 'content-encoding': 'br', 'content-length': body.length }).end(body);
}

/** Passes on the site's answer to a request that only reads. */
async function passOn({ url, headers }: IncomingMessage, response: ServerResponse, siteUrl: string): Promise<void> {
  try {
    const answer = await fetch(siteUrl + url, { headers: { accept: headers.accept ?? '*/*' } });
    const body = Buffer.from(await answer.arrayBuffer());
    const type = answer.headers.get('content-type') ?? '';
    const isText = /json|text/.test(type);
    response
      .writeHead(answer.status, { 'content-type': type, ...(isText && { 'content-encoding': 'br' }) })
      .end(isText ? await compress(body) : body);
  } catch (error) {
    response.writeHead(502).end(String(error));
  }
}

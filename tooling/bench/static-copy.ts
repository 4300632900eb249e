/** The same pages as static HTML: the site without any script, and the limit of how fast it can be. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const compress = promisify(brotliCompress);

export interface StaticCopy {
  url: string;
  stop(): Promise<void>;
}

interface SavedFile {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Headers that belong to the one connection or the one encoding that they came with. */
const NOT_COPIED = ['connection', 'content-encoding', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];
const COMPRESSIBLE = /^text\/|javascript|json|svg/;

/** What is left of a document. */
type Strip = (html: string) => string;

/**
 * Serves a copy of a site on its own port. Every file is fetched from the site when it is first asked for, and
 * kept: visit a page once before measuring it.
 */
export async function serveStaticCopy(siteUrl: string, strip: Strip = withoutScripts): Promise<StaticCopy> {
  const files = new Map<string, Promise<SavedFile>>();
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    const saved = files.get(url) ?? save(siteUrl + url, strip);
    files.set(url, saved);
    saved.then(
      (file) => send(response, file),
      (error: unknown) => send(response, { status: 502, headers: {}, body: Buffer.from(String(error)) }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function save(url: string, strip: Strip): Promise<SavedFile> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get('content-type') ?? '';
  const content = type.startsWith('text/html') ? Buffer.from(strip(bytes.toString('utf8'))) : bytes;
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !NOT_COPIED.includes(name)));
  if (!COMPRESSIBLE.test(type)) return { status: response.status, headers, body: content };
  return { status: response.status, headers: { ...headers, 'content-encoding': 'br' }, body: await compress(content) };
}

/** Takes out everything that exists for the browser's part: scripts and what they preload, import map, data block. */
export function withoutScripts(html: string): string {
  return html.replace(/<template\b[^>]*>[\s\S]*?<\/template>|<script\b[^>]*>[\s\S]*?<\/script>/g, '');
}

/** The words of a page, without what they look like: no styles, no fonts, no cloths and other drawings. */
export function wordsAlone(html: string): string {
  return withoutScripts(html)
    .replace(/<style\b[^>]*>[\s\S]*?<\/style>/g, '')
    .replace(/<link\b[^>]*\brel="(?:preload|stylesheet)"[^>]*>/g, '')
    .replace(/<svg\b[^>]*>[\s\S]*?<\/svg>/g, '');
}

function send(response: ServerResponse, { status, headers, body }: SavedFile): void {
  response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
}

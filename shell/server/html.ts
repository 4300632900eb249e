/** Puts a rendered page and what only the server knows about it into one HTML document. */
import type { PageData } from '../src/page-data.ts';
import type { Integrity } from 'shared/contracts/registry';
import type { RenderedPage } from '../src/entry-server.tsx';
import type { ShellBuild } from './build.ts';

interface DocumentParts {
  page: RenderedPage;
  data: PageData;
  build: ShellBuild;
  nonce: string;
  /** Hashes of all modules of the remote, by address. */
  integrity: Record<string, Integrity>;
  /** Modules of the remote that the page needs. */
  modules: string[];
  /** Style sheets of the remote that the page needs. */
  styleSheets: string[];
}

/** The complete document, ready to be sent. */
export function htmlDocument({ page, data, build, nonce, integrity, modules, styleSheets }: DocumentParts): string {
  const { themeColour, themeScript, fontsToPreload, globalCss, PAGE_DATA_ID } = build.entry;
  const hashes = { ...build.integrity, ...integrity };
  const attribute = `nonce="${nonce}"`;
  const head = [
    `<meta property="csp-nonce" ${attribute}>`,
    `<meta name="theme-color" content="${themeColour}">`,
    `<script ${attribute}>${themeScript}</script>`,
    `<script type="importmap" ${attribute}>${json({ integrity: hashes })}</script>`,
    ...fontsToPreload.map((font) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">`),
    // Browsers use a preload only if it was made with the hash that the import map asks for.
    ...[build.client, ...build.preload, ...modules].map(
      (url) => `<link rel="modulepreload" ${attribute} href="${url}" integrity="${hashes[url]}">`,
    ),
    ...styleSheets.map((url) => `<link rel="stylesheet" href="${url}">`),
    `<style ${attribute}>${globalCss}</style>`,
    page.styles.replaceAll('<style ', `<style ${attribute} `),
  ].join('');
  const end = [
    `<script type="application/json" id="${PAGE_DATA_ID}">${json(data)}</script>`,
    `<script type="module" ${attribute} src="${build.client}"></script>`,
  ].join('');
  return page.html
    .replace('</head>', () => `${head}</head>`)
    .replace('</body>', () => `${end}</body>`);
}

/** JSON that can stand inside a script element. */
function json(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

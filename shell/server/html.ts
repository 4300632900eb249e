/** Documents of the shell's build: every file by the name and the hash that the build gave it, every script with the nonce. */
import type { ShellBuild } from './build.ts';
import { inlineJson } from '../src/inline-json.ts';
import { documentOf, type DocumentAssembler, type DocumentParts } from './document.ts';
import { contentSecurityPolicies } from './security-headers.ts';

export function builtDocuments(build: ShellBuild): DocumentAssembler {
  return {
    clientDirectory: build.clientDirectory,
    policies: contentSecurityPolicies,
    entry: () => Promise.resolve(build.entry),
    assemble: (parts) => Promise.resolve(htmlDocument(build, parts)),
  };
}

function htmlDocument(build: ShellBuild, parts: DocumentParts): string {
  const { page, nonce, integrity, files } = parts;
  const { themeColour, themeScript, fontsToPreload, globalCss, PAGE_DATA_ID } = build.entry;
  const hashes = { ...build.integrity, ...integrity };
  const attribute = `nonce="${nonce}"`;
  const modules = files.filter((file) => file.endsWith('.js'));
  const styleSheets = files.filter((file) => file.endsWith('.css'));
  const head = [
    `<meta property="csp-nonce" ${attribute}>`,
    `<meta name="theme-color" content="${themeColour}">`,
    `<script ${attribute}>${themeScript}</script>`,
    `<script type="importmap" ${attribute}>${inlineJson({ integrity: hashes })}</script>`,
    ...fontsToPreload.map((font) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">`),
    // Browsers use a preload only if it was made with the hash that the import map asks for.
    ...[build.client, ...build.preload, ...modules].map(
      (url) => `<link rel="modulepreload" ${attribute} href="${url}" integrity="${hashes[url]}">`,
    ),
    ...styleSheets.map((url) => `<link rel="stylesheet" href="${url}">`),
    `<style ${attribute}>${globalCss}</style>`,
    page.styles.replaceAll('<style ', `<style ${attribute} `),
  ].join('');
  const end = `<script type="module" ${attribute} src="${build.client}"></script>`;
  return documentOf(parts, PAGE_DATA_ID, { head, end });
}

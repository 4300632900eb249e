/** Documents of the shell's build: each names files by their hashed names, and its policies let exactly these in. */
import { laterImportMap } from 'shared/releases/import-map';
import { afterFirstPaint, afterFirstPaintScript } from './after-first-paint.ts';
import type { ShellBuild } from '../build.ts';
import { inlineJson } from 'shared/contracts/inline-json';
import { documentOf, type DocumentAssembler, type DocumentParts, type PageDocument } from './document.ts';
import { LaterRules } from './later-rules.ts';
import { overrideScript, refreshScript } from '../overrides/override-scripts.ts';
import { contentSecurityPolicies } from './security-headers.ts';

/**
 * Follows a style sheet in the body: unless a script waits for it, too, Firefox shows the elements that need the rules
 * before these have arrived. Other browsers wait anyway.
 */
const WAITING = ' ';

/** @param overrides whether browsers may override remotes (`DEV_OVERRIDES`) */
export function builtDocuments(build: ShellBuild, { overrides = false } = {}): DocumentAssembler {
  const laterRules = new LaterRules();
  return {
    clientDirectory: build.clientDirectory,
    laterRules,
    entry: () => Promise.resolve(build.entry),
    assemble: async (parts, path) => {
      const { laterRules: rules } = parts.page;
      return htmlDocument(build, parts, overrides, rules === null ? undefined : laterRules.urlOf(rules, path));
    },
  };
}

/** @param rules URL of the rules that the page's later part needs */
function htmlDocument(build: ShellBuild, parts: DocumentParts, overrides: boolean, rules?: string): PageDocument {
  const { page, data, integrity, composed, files, others } = parts;
  const { themeColour, themeScript, fontsToPreload, globalCss, documentPatterns, PAGE_DATA_ID } = build.entry;
  const hashes = { ...build.integrity, ...integrity };
  const ownScripts = [themeScript, ...(overrides ? [overrideScript] : []), ...others.slice(0, 1).map(refreshScript)];
  const importMap = inlineJson({ integrity: hashes });
  const modules = files.filter((file) => file.endsWith('.js'));
  const styleSheets = files.filter((file) => file.endsWith('.css'));
  const head = [
    `<meta name="theme-color" content="${themeColour}">`,
    ...ownScripts.map((script) => `<script>${script}</script>`),
    `<script type="importmap">${importMap}</script>`,
    ...styleSheets.map((url) => `<link rel="stylesheet" href="${url}">`),
    `<style>${globalCss}</style>`,
    page.styles,
  ].join('');
  // Not in the head, where they would delay the first paint: browsers wait for fonts preloaded there (decision 097).
  const fonts = fontsToPreload.map(
    (url) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${url}">`,
  );
  const application = afterFirstPaint(build.client, [...build.preload, ...modules]);
  // Parsing waits for these rules, the application does not.
  const below = rules && `${application}<link rel="stylesheet" href="${rules}"><script>${WAITING}</script>`;
  return {
    html: documentOf(parts, PAGE_DATA_ID, {
      head,
      start: fonts.join('') + documentPatterns(page.html),
      below,
      end: rules ? '' : application,
    }),
    policies: contentSecurityPolicies(
      {
        scripts: [
          ...ownScripts,
          afterFirstPaintScript,
          ...(rules ? [WAITING] : []),
          importMap,
          laterImportMap(composed, hashes),
        ],
        styles: [globalCss, ...textsOf(page.styles)],
      },
      data.observeSample !== undefined,
      others,
    ),
  };
}

/** Texts of `<style>` elements. @param elements as styled-components makes them, one after another */
function textsOf(elements: string): string[] {
  return [...elements.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g)].map(([, text]) => text!);
}

import type { Plugin } from 'vite';

/** Vite's module that imports are wrapped in. */
const HELPER = /vite\/preload-helper/;
/** Its function from a file, as the list of a chunk names it, to a URL; the federation plugin writes its own. */
const URL_OF = /const assetsURL = [\s\S]*?;(?=\s*const seen\b)/;

/**
 * Asks for the modules and style sheets that an imported module needs in parallel to it, as Vite does, and waits for
 * the style sheets. Vite's own helper is three times as long, in the shell and in every remote (decision 162).
 */
export function leanPreload(): Plugin {
  return {
    name: 'site:lean-preload',
    apply: 'build',
    transform: {
      order: 'post',
      filter: { id: HELPER },
      handler(code) {
        const urlOf = URL_OF.exec(code)?.[0];
        if (!urlOf)
          return this.error(
            `Vite writes its preload helper in a form that tooling/vite/lean-preload.ts does not know.`,
          );
        return { code: `${urlOf}\n${PRELOAD}`, map: null };
      },
    },
  };
}

/** What failed is forgotten, so that it is asked for again; a link of the document counts as asked for. */
const PRELOAD = `
const asked = {};
const ask = (file) => {
  const { pathname: href } = new URL(assetsURL(file), import.meta.url);
  return (asked[href] ??=
    document.querySelector(\`link[href="\${href}"]\`) ??
    new Promise((resolve, reject) => {
      const isSheet = href.endsWith('.css');
      const link = Object.assign(document.createElement('link'), {
        rel: isSheet ? 'stylesheet' : 'modulepreload',
        href,
        onload: resolve,
        onerror() {
          asked[href] = link.remove();
          reject(new Error(href));
        },
      });
      document.head.append(link);
      if (!isSheet) resolve();
    }));
};
export const __vitePreload = (load, files = []) => Promise.all(files.map(ask)).then(load);
`;

/** The shell's build: the browser's part, and the server entry with `--ssr`. It knows no remote. */
import { createRequire } from 'node:module';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { LICENCES_FILE } from '../shared/releases/urls.ts';
import { compiledAhead } from '../tooling/vite/compiled-ahead.ts';
import { fontLicences } from '../tooling/vite/font-licences.ts';
import { leanPreload } from '../tooling/vite/lean-preload.ts';
import { leanRouter } from '../tooling/vite/lean-router.ts';
import { minifiedTwice } from '../tooling/vite/minified-twice.ts';
import { presentOnServer } from '../tooling/vite/present-on-server.ts';
import { serverOutput } from '../tooling/vite/server-output.ts';
import { browserTarget, dedupe, sharedModuleNames, validatorAlias } from '../tooling/vite/share.ts';
import { styledComponents } from '../tooling/vite/styled-components.ts';

const require = createRequire(import.meta.url);
const noHydration = { find: 'react-dom/client', replacement: path.join(import.meta.dirname, 'no-hydration.ts') };
const versionOf = (name: string): string =>
  JSON.stringify((require(`${name}/package.json`) as { version: string }).version);

export default defineConfig(({ command, isSsrBuild = false, mode }) => {
  const directory = mode === 'development' ? 'dist-development' : 'dist';
  return {
    plugins: [
      // A module that is refreshed imports itself, after an edit under another URL: the page would be started twice.
      react({ refreshExclude: [/\/node_modules\//, /\/shell\/src\/client\.tsx$/] }),
      styledComponents('shell'),
      presentOnServer(),
      leanRouter(),
      fontLicences(),
      ...(isSsrBuild || mode === 'development' ? [] : [minifiedTwice(), leanPreload(), compiledAhead()]),
    ],
    resolve: { alias: [...validatorAlias, ...(isSsrBuild ? [noHydration] : [])], dedupe },
    define: {
      __REACT_ROUTER_VERSION__: versionOf('react-router-dom'),
      __STYLED_COMPONENTS_VERSION__: versionOf('styled-components'),
      // The registry names entries directly: no manifests, no snapshots, no other environments.
      ...(isSsrBuild ? {} : { FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true', ENV_TARGET: '"web"' }),
      // Pages' policies allow inserting rules, but no unknown text.
      ...(command === 'build' ? { SC_DISABLE_SPEEDY: 'false' } : {}),
    },
    build: isSsrBuild
      ? {
          ssr: 'src/entry-server.tsx',
          outDir: `${directory}/server`,
          emptyOutDir: true,
          target: 'node24',
          rolldownOptions: { output: serverOutput },
        }
      : {
          outDir: `${directory}/client`,
          emptyOutDir: true,
          target: browserTarget,
          manifest: true,
          license: { fileName: LICENCES_FILE },
          rolldownOptions: {
            input: 'src/client.tsx',
            // One file for what every page begins with, whatever parts that come later share with it. Not in
            // development, where modules of the start wait for such parts (shared/ui/server-rendered.tsx).
            ...(mode === 'development'
              ? {}
              : { output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } } }),
          },
        },
    ssr: { noExternal: true as const, external: [...sharedModuleNames, 'react-dom/server'] },
  };
});

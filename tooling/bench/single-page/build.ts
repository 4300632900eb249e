/** Builds the single-page application from the sources of shell and remotes. Run as a program. */
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build, loadConfigFromFile, type Plugin, type PluginOption } from 'vite';
import { endWithBuildError } from '../../build/build-error.ts';
import { minifiedTwice } from '../../vite/minified-twice.ts';
import { STANDALONE_MODE } from '../../vite/remote.ts';
import { serverActions } from '../../vite/server-actions.ts';
import { browserTarget, dedupe, validatorAlias } from '../../vite/share.ts';
import { styledComponents } from '../../vite/styled-components.ts';
import { remotes } from '../../workspace/remotes.ts';
import { repositoryRoot } from '../../workspace/root.ts';

const AREAS = 'virtual:areas';
const SOCIAL_IMAGE = /^\0?virtual:social-images?\//;
/** The plugins that the factory adds to every remote's configuration; the application has its own. */
const BY_FACTORY = /^(vite[:-]|site:(styled|route|standalone|shared|server|present|social))/;

async function buildSinglePage(outDir: string): Promise<void> {
  process.env.NODE_ENV = 'production';
  await build({
    root: repositoryRoot,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [
      react(),
      styledComponents('site'),
      serverActions(),
      areas(),
      withoutSocialImages(),
      // Like the shell's own: the comparison is about what is loaded, not about how it is minified.
      minifiedTwice(),
      ...(await pluginsOfRemotes()),
    ],
    resolve: { alias: validatorAlias, dedupe },
    define: { SC_DISABLE_SPEEDY: 'false' },
    build: {
      outDir,
      emptyOutDir: true,
      target: browserTarget,
      manifest: 'manifest.json',
      rolldownOptions: {
        input: path.join(import.meta.dirname, 'main.tsx'),
        output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } },
      },
    },
  });
}

/** All remotes' route tables in one module. */
function areas(): Plugin {
  const lines = remotes.map(({ name }, n) => `import { routes as r${n} } from '/${name}/src/routes.tsx';`);
  const list = remotes.map(({ name }, n) => `{ name: '${name}', routes: r${n} }`);
  return {
    name: 'bench:areas',
    resolveId: (source) => (source === AREAS ? `\0${AREAS}` : undefined),
    load: (id) => (id === `\0${AREAS}` ? `${lines.join('\n')}\nexport const areas = [${list.join(', ')}];` : undefined),
  };
}

/** No browser needs what only crawlers read. */
function withoutSocialImages(): Plugin {
  return {
    name: 'bench:without-social-images',
    resolveId: (source) => (SOCIAL_IMAGE.test(source) ? `\0${source}` : undefined),
    load: (id) => (SOCIAL_IMAGE.test(id) ? 'export default undefined;' : undefined),
  };
}

/** Plugins that individual remotes add to their builds, like the one that reads the legal texts. */
async function pluginsOfRemotes(): Promise<Plugin[]> {
  const own = new Map<string, Plugin>();
  for (const { name } of remotes) {
    const file = path.join(repositoryRoot, name, 'vite.config.ts');
    const loaded = await loadConfigFromFile({ command: 'build', mode: STANDALONE_MODE }, file);
    for (const plugin of await flattened(loaded?.config.plugins))
      if (!BY_FACTORY.test(plugin.name)) own.set(plugin.name, plugin);
  }
  return [...own.values()];
}

async function flattened(option: PluginOption): Promise<Plugin[]> {
  const plugin = await option;
  if (Array.isArray(plugin)) return (await Promise.all(plugin.map(flattened))).flat();
  return plugin ? [plugin] : [];
}

if (import.meta.main) await buildSinglePage(path.resolve(process.argv[2]!)).catch(endWithBuildError);

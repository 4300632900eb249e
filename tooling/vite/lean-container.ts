import type { Plugin } from 'vite';

const ENTRY = /virtual:mf-REMOTE_ENTRY_ID/;
const ENTRY_FILE = 'remoteEntry.js';
/** The plugin's group for the module that preloads what an import needs. Route tables have it, the entry does not. */
const PRELOAD_GROUP = 'vite-preload-helper';
/** How Vite writes an import with its preloads, minified. */
const PRELOADED = /([\w$]+)\(\(\)=>(import\([^()]+\)),(?:\[\]|__vite__mapDeps\(\[[\d,]*\]\))\)/;
const SHARED = /__loadShare__(.+?)__loadShare__/;
/** Modules that start a host, or that only the plugin's own entry needs. */
const LEFT_OUT = /__(H_A_I__hostAutoInit|P_S__pendingShares)__|virtual:mf-localSharedImportMap/;
/** How the plugin names a provided export in its proxy of a shared module. */
const PROVIDED = /__mf_\d+ = exportModule\["([\w$]+)"\]/g;
const EXPOSES = /import __mfExposesMap from ("[^"]+")/;
/** How the plugin writes names of modules into file names. */
const SLASH = /_mf_1_/g;
const HYPHEN = /_mf_2_/g;

/**
 * Leaves out of a container what none of ours runs (decision 089): its host finds `init` and `get`, shared modules come
 * from its share scope, and the plugin's list of exposed modules is used as it is. Ours only take shared modules, never
 * provide any, so there is nothing to choose, to compare or to be seeded: `init` takes what the host has, and keeps it
 * where the plugin keeps it, `globalThis.__mf_module_cache__`.
 * @param shared names of the shared modules
 */
export function leanContainer(shared: readonly string[]): Plugin {
  return {
    name: 'site:lean-container',
    apply: 'build',
    enforce: 'post',
    transform: {
      order: 'post',
      handler(code, id) {
        if (LEFT_OUT.test(id)) return { code: 'export {};', map: null };
        if (ENTRY.test(id)) {
          const exposes = EXPOSES.exec(code)?.[1];
          if (!exposes) return this.error(unknownForm(id));
          return { code: entryOf(exposes, shared), map: null };
        }
        const name = SHARED.exec(id)?.[1]?.replace(SLASH, '/').replace(HYPHEN, '-');
        if (name === undefined) return undefined;
        const provided = [...code.matchAll(PROVIDED)].map(([, each]) => each!);
        if (!shared.includes(name) || provided.length === 0) return this.error(unknownForm(id));
        return { code: proxyOf(name, provided), map: null, moduleSideEffects: false };
      },
    },
    outputOptions({ codeSplitting, ...options }) {
      if (typeof codeSplitting !== 'object') return this.error(unknownForm('its groups of chunks'));
      const groups = codeSplitting.groups?.filter(({ name }) => name !== PRELOAD_GROUP);
      return { ...options, codeSplitting: { ...codeSplitting, ...(groups && { groups }) } };
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const entry = bundle[ENTRY_FILE];
        if (entry?.type !== 'chunk') return;
        for (const [file, chunk] of Object.entries(bundle))
          if (chunk.type === 'chunk' && LEFT_OUT.test(chunk.facadeModuleId ?? '')) delete bundle[file];
        entry.code = withoutPreload(entry.code) ?? this.error(unknownForm(ENTRY_FILE));
      },
    },
  };
}

/**
 * The entry without the wrapper that loads style sheets and modules ahead: the route table has no style sheet, and
 * pages and prefetching ask for its imports anyway. So the wrapper's code need not be a file of its own, which entry
 * and exposed module wait for. Undefined when there is no such wrapper.
 */
function withoutPreload(entry: string): string | undefined {
  const [, wrapper] = PRELOADED.exec(entry) ?? [];
  if (wrapper === undefined) return undefined;
  const [imported] =
    new RegExp(`import\\{[\\w$]+ as ${wrapper.replaceAll('$', '\\$')}\\}from"[^"]+";`).exec(entry) ?? [];
  return imported && entry.replace(imported, '').replace(PRELOADED, '$2');
}

const unknownForm = (id: string): string =>
  `The federation plugin writes ${id} in a form that tooling/vite/lean-container.ts does not know. Look at what changed in it.`;

/** The container: the plugin's own has 47,000 characters more. */
const entryOf = (exposes: string, shared: readonly string[]): string => `
import exposes from ${exposes};
const { share } = (globalThis.__mf_module_cache__ ??= { share: {}, remote: {} });
let ready;
export function init(scope) {
  return (ready ??= Promise.all(${JSON.stringify(shared)}.map(async (name) => {
    const providers = Object.values(scope[name] ?? {});
    const provider = providers.find(({ loaded }) => loaded) ?? providers[0];
    if (!provider) throw new Error("[Module Federation] Shared module '" + name + "' must be provided by host");
    share[name] ??= (await provider.get())();
  })));
}
export async function get(name) {
  if (!(name in exposes)) throw new Error("[Module Federation] Module " + name + " does not exist in container.");
  const module = await exposes[name]();
  return () => module;
}
`;

/**
 * A shared module, as it is when the exposed modules run: after `init`. Names that are not imported are tree-shaken.
 */
const proxyOf = (name: string, provided: string[]): string => `
const shared = globalThis.__mf_module_cache__.share[${JSON.stringify(name)}];
const take = (name) => shared[name];
const takeDefault = () => shared.default ?? shared;
export { shared as __moduleExports };
export default /* @__PURE__ */ takeDefault();
${provided
  .filter((each) => each !== 'default')
  .map((each) => `export const ${each} = /* @__PURE__ */ take(${JSON.stringify(each)});`)
  .join('\n')}
`;

/** Which files the pages of a built remote load, and when. */
import type { ReleasedRoute } from '../../shared/contracts/registry.ts';

/** Modules that the container imports dynamically on every start, beside the exposed routes. */
const ALWAYS_LOADED = /virtual:mf-(REMOTE_ENTRY_ID|localSharedImportMap)/;
export const ROUTES_SOURCE = 'src/routes.tsx';
const BROWSER_MODULE = /\.js$/;

interface ViteChunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
}

/** `vite-manifest.json`, by the source that a chunk begins with. */
export type ViteManifest = Record<string, ViteChunk>;

interface FilesOfPages {
  /** Needed by every page. */
  entryFiles: string[];
  /** Those of one page. @param id of its route */
  of(id: string): Required<Pick<ReleasedRoute, 'files' | 'later'>>;
}

/** @param modules files of what each lazy route imports, by its id (`route-modules.json`) */
export function filesOfPages(manifest: ViteManifest, modules: Record<string, string[]>): FilesOfPages {
  const keysOf = (files: string[]): string[] =>
    Object.keys(manifest).filter((key) => files.includes(manifest[key]!.file));
  const entryKeys = [...Object.keys(manifest).filter((key) => ALWAYS_LOADED.test(key)), ROUTES_SOURCE];
  const entryFiles = importedBy(manifest, entryKeys);
  // The route table imports pages, which visitors navigate to; loaders import what they need beside their page.
  const pageKeys = new Set(keysOf(Object.values(modules).flat()));
  const besidePages = dynamicImportsOf(manifest, entryFiles).filter((key) => !pageKeys.has(key));
  return {
    entryFiles,
    of(id) {
      const files = importedBy(manifest, keysOf(modules[id] ?? [])).filter((file) => !entryFiles.includes(file));
      const atOnce = new Set([...entryFiles, ...files]);
      const later = everythingFrom(manifest, [...dynamicImportsOf(manifest, files), ...besidePages]);
      return { files, later: later.filter((file) => BROWSER_MODULE.test(file) && !atOnce.has(file)) };
    },
  };
}

/** What the chunks of some files import dynamically. */
function dynamicImportsOf(manifest: ViteManifest, files: string[]): string[] {
  const chunks = Object.values(manifest).filter(({ file }) => files.includes(file));
  return chunks.flatMap(({ dynamicImports = [] }) => dynamicImports);
}

/** Files of chunks, of what these import statically, and so on. */
const importedBy = (manifest: ViteManifest, keys: string[]): string[] =>
  reached(manifest, keys, ({ imports }) => imports);

/** The same by whichever kind of import; the route table leads to no other page. */
const everythingFrom = (manifest: ViteManifest, keys: string[]): string[] =>
  reached(manifest, keys, ({ imports = [], dynamicImports = [] }, key) =>
    key === ROUTES_SOURCE ? imports : [...imports, ...dynamicImports],
  );

function reached(
  manifest: ViteManifest,
  keys: string[],
  next: (chunk: ViteChunk, key: string) => string[] | undefined,
): string[] {
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    files.add(chunk.file);
    chunk.css?.forEach((file) => files.add(file));
    next(chunk, key)?.forEach(visit);
  };
  keys.forEach(visit);
  return [...files];
}

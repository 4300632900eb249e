/** The import maps of a page. They carry hashes only: every module is checked against what was released. */
import type { ComposedRemote, CompositionDocument } from '../contracts/registry.ts';

/**
 * Text of the import map that the browser adds when the visitor turns to another remote. The page's policy names its
 * hash from the start, so server and browser must make the same text of the same composition.
 * @param own the release whose hashes the page carries itself
 */
export function laterImportMap(integrity: CompositionDocument['integrity'], own: ComposedRemote | null): string {
  const base = own && own.entry.slice(0, own.entry.lastIndexOf('/') + 1);
  const others = Object.entries(integrity).filter(([url]) => base === null || !url.startsWith(base));
  return JSON.stringify({ integrity: Object.fromEntries(others) });
}

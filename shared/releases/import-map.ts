/** The import maps of a page. They carry hashes only: every module is checked against what was released. */
import type { CompositionDocument } from '../contracts/registry.ts';

/**
 * Text of the import map that the browser adds when the visitor turns to another page. The page's policy names its hash
 * from the start, so server and browser must make the same text from the same composition.
 * @param known URLs whose hashes the page carries itself: browsers warn about duplicates
 */
export function laterImportMap(integrity: CompositionDocument['integrity'], known: Record<string, unknown>): string {
  const others = Object.entries(integrity).filter(([url]) => !Object.hasOwn(known, url));
  return JSON.stringify({ integrity: Object.fromEntries(others) });
}

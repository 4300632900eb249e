import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { repositoryRoot } from '../workspace/root.ts';

/** Base-36 digits, as many as the compiler's own hashes have. */
const HASH_LENGTH = 6;
/** Modules of the same part that a module imports or passes on, but for types. */
const IMPORTED = /^\s*(?:import|export)(?! type)[^;]*? from '(\.[^']+)';/gms;

/**
 * styled-components' compiler, with class names that are short, since each is in a document several times, and that
 * depend on nothing but where a component is: not on load order, which differs between server and browser, nor on
 * the folder of the checkout, which the compiler hashes, since the same sources must give the same release everywhere.
 * What is shared has the same names in all that meet on one page, so that their equal rules occur once. Components
 * that extend others have new names once the others may have changed, so that they come after them (decision 060).
 * @param namespace differs between all that meet on one page
 */
export function styledComponents(namespace: string): Plugin {
  const given = new RegExp(`\\b${namespace}__sc-[a-z0-9]+-(?=\\d)`, 'g');
  let root = '';
  let isBuild = false;
  return {
    name: 'site:styled-components',
    config: () => ({ oxc: { plugins: { styledComponents: { ssr: true, displayName: false, namespace } } } }),
    configResolved(config) {
      root = config.root;
      isBuild = config.command === 'build';
    },
    // Runs after Vite's own transformation, which gives them their first names.
    async transform(code, id) {
      if (!code.includes(`${namespace}__sc-`)) return;
      const place = placeOf(id, root);
      const own = place.startsWith('shared/') ? place : `${namespace} ${place}`;
      const isExtending = own === place && code.includes('styled(');
      // While one develops, servers and browsers do not read an edit at the same moment.
      const sources = isBuild && isExtending ? await sourcesOf(id) : [];
      return { code: code.replace(given, `c${hashOf([...sources, own].join('\n'))}-`), map: null };
    },
  };
}

/** A module's path, without what is above the sources. */
function placeOf(id: string, root: string): string {
  const file = withoutQuery(id);
  const [below] = [root, repositoryRoot].map((from) => path.relative(from, file)).filter((at) => !at.startsWith('..'));
  return (below ?? path.basename(file)).replaceAll('\\', '/');
}

const withoutQuery = (id: string): string => id.split('?', 1)[0]!;

/** The text of a module and of all that it imports of its part, which its rules may depend on. */
async function sourcesOf(id: string): Promise<string[]> {
  const files = new Set([withoutQuery(id)]);
  const texts: string[] = [];
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    texts.push(text);
    for (const [, imported] of text.matchAll(IMPORTED))
      files.add(path.resolve(path.dirname(file), withoutQuery(imported!)));
  }
  return texts;
}

/** Base-36; a letter before it makes it a class name. */
function hashOf(text: string): string {
  const number = createHash('sha256').update(text).digest().readBigUInt64BE();
  return number.toString(36).slice(-HASH_LENGTH);
}

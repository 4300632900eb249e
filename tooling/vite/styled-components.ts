import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Plugin } from 'vite';
import { repositoryRoot } from '../workspace/root.ts';

/** Base-36 digits, as many as the compiler's own hashes have. */
const HASH_LENGTH = 6;

/**
 * styled-components' compiler, with class names that are short, since each stands in a document several times, and that
 * depend on nothing but where a component stands: not on load order, which differs between server and browser, nor on
 * the folder of the checkout, which the compiler hashes, since the same sources shall give the same release everywhere.
 * What is shared has the same names in all that meet on one page, so that their equal rules are there once.
 * @param namespace differs between all that meet on one page
 */
export function styledComponents(namespace: string): Plugin {
  const given = new RegExp(`\\b${namespace}__sc-[a-z0-9]+-(?=\\d)`, 'g');
  let root = '';
  return {
    name: 'site:styled-components',
    config: () => ({ oxc: { plugins: { styledComponents: { ssr: true, displayName: false, namespace } } } }),
    configResolved(config) {
      root = config.root;
    },
    // Runs after Vite's own transformation, which gives them their first names.
    transform(code, id) {
      if (!code.includes(`${namespace}__sc-`)) return;
      return { code: code.replace(given, `${idOf(placeOf(id, root), namespace)}-`), map: null };
    },
  };
}

/** A module's path, without what is above the sources. */
function placeOf(id: string, root: string): string {
  const file = id.split('?', 1)[0]!;
  const [below] = [root, repositoryRoot].map((from) => path.relative(from, file)).filter((at) => !at.startsWith('..'));
  return (below ?? path.basename(file)).replaceAll('\\', '/');
}

/** Begins with a letter, as class names do. */
function idOf(place: string, namespace: string): string {
  return `c${hashOf(place.startsWith('shared/') ? place : `${namespace} ${place}`)}`;
}

function hashOf(text: string): string {
  const number = createHash('sha256').update(text).digest().readBigUInt64BE();
  return number.toString(36).slice(-HASH_LENGTH);
}

import type { Plugin } from 'vite';
import { walk, type Node } from './syntax-tree.ts';

const ACTION_FILE = /\.action\.ts$/;

/**
 * Leaves actions out of the browser's build: they take forms from browsers without script, on the server. What they
 * import would otherwise count as shared with the pages and be loaded with them.
 */
export function serverActions(): Plugin {
  return {
    name: 'site:server-actions',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform: {
      filter: { id: /\/src\/routes\.tsx$/ },
      handler(code) {
        const actions: Node[] = [];
        walk(this.parse(code), ({ type, key, value }) => {
          if (type === 'Property' && (key as { name?: string }).name === 'action') actions.push(value as Node);
        });
        const without = actions
          .toSorted((one, other) => other.start - one.start)
          .reduce((text, { start, end }) => `${text.slice(0, start)}undefined${text.slice(end)}`, code);
        return { code: without, map: null };
      },
    },
    resolveId: {
      order: 'pre',
      filter: { id: ACTION_FILE },
      handler(source, importer) {
        this.error(`${importer} imports ${source}, but actions run on the server. Only src/routes.tsx names them.`);
      },
    },
  };
}

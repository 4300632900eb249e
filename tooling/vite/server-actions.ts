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
        walk(this.parse(code), (node) => {
          const isAction = node.type === 'Property' && (node.key as { name?: string }).name === 'action';
          if (isAction && node.end > (actions.at(-1)?.end ?? 0)) actions.push(node); // not what is within another
        });
        const without = actions
          .toSorted((one, other) => other.start - one.start)
          .reduce((text, { start, end }) => `${text.slice(0, start)}action: undefined${text.slice(end)}`, code);
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

import type { Plugin } from 'vite';

const NOTHING = '\0no-action';

/**
 * Leaves actions out of the browser's build: they take forms from browsers without script, on the server. What they
 * import would otherwise count as shared with the pages and be loaded with them.
 */
export function serverActions(): Plugin {
  return {
    name: 'site:server-actions',
    enforce: 'pre',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    resolveId: (source) => (source.endsWith('.action.ts') ? NOTHING : undefined),
    load: (id) => (id === NOTHING ? 'export {};' : undefined),
  };
}

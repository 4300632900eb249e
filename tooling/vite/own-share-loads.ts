import type { Plugin } from 'vite';

/** The federation plugin's list of loads that a container waits for; all remotes of a page use one. */
const LIST = 'pendingShareLoads';

/**
 * Gives each remote a list of its own. A remote whose entry throws leaves loads behind that never end, and every other
 * remote that the visitor turned to would wait for them until its deadline.
 * @param container differs between all that meet on one page
 */
export function ownShareLoads(container: string): Plugin {
  return {
    name: 'site:own-share-loads',
    apply: 'build',
    renderChunk: {
      order: 'post',
      handler: (code) =>
        code.includes(LIST) ? { code: code.replaceAll(LIST, `${LIST}_${container}`), map: null } : undefined,
    },
  };
}

/** What a remote exposes as `./routes`, in the browser's container and in the server bundle alike. */
import type { RouteObject } from 'react-router-dom';

/**
 * Raised when remotes need something that older shells lack, or no longer need what shells load for them. 2: the
 * cloths' patterns. 3: containers that do without the federation runtime; the strokes of icons. 4: `useNavigationType`
 * of React Router. 5: links are plain `a` elements, without `Link` and `NavLink` of React Router. 6: loaders are in the
 * route table, beside what is loaded for the page. 7: hashes of chunks may be SHA-256.
 */
export const CONTRACT_VERSION = 7;
/** Raised when the shell can no longer work with older remotes. */
const OLDEST_CONTRACT = 1;
/** Containers up to this contract need the federation runtime, which they do not bring along. */
const LAST_ON_RUNTIME = 2;
/** Releases up to this contract may need links as components. */
const LAST_WITH_LINKS = 4;

/** Whether this shell can work with a remote that was built for a contract. */
export function speaksContract(contract: number): boolean {
  return contract >= OLDEST_CONTRACT && contract <= CONTRACT_VERSION;
}

/** Whether a container of a contract needs the federation runtime. */
export function needsRuntime(contract: number): boolean {
  return contract <= LAST_ON_RUNTIME;
}

/** Whether a release of a contract may need `Link` and `NavLink` (`olderModules`). */
export function needsLinks(contract: number): boolean {
  return contract <= LAST_WITH_LINKS;
}

/** Name of a remote's federation container: `mf-blog` is `mf_blog`, since JavaScript identifiers have no hyphen. */
export function containerName(remote: string): string {
  return remote.replaceAll('-', '_');
}

/** The exposed module. */
export interface RemoteModule {
  routes: RouteObject[];
}

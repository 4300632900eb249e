/** What a remote exposes as `./routes`, in the browser's container and in the server bundle alike. */
import type { RouteObject } from 'react-router-dom';

/** Raised when remotes begin to need something of the shell that older shells do not have. 2: the cloths' patterns; 3: the strokes of icons. */
export const CONTRACT_VERSION = 3;
/** Raised when the shell can no longer work with older remotes. */
const OLDEST_CONTRACT = 1;

/** Whether this shell can work with a remote that was built for a contract. */
export function speaksContract(contract: number): boolean {
  return contract >= OLDEST_CONTRACT && contract <= CONTRACT_VERSION;
}

/** Name of a remote's federation container: `mf-blog` is `mf_blog`, since JavaScript identifiers have no hyphen. */
export function containerName(remote: string): string {
  return remote.replaceAll('-', '_');
}

/** The exposed module. */
export interface RemoteModule {
  routes: RouteObject[];
}

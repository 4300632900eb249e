/** What a remote exposes as `./routes`, in the browser's container and in the server bundle alike. */
import type { RouteObject } from 'react-router-dom';

/** Raised when shell and remotes can no longer work together across the change. */
export const CONTRACT_VERSION = 1;

/** Name of a remote's federation container: `mf-blog` is `mf_blog`, since JavaScript identifiers have no hyphen. */
export function containerName(remote: string): string {
  return remote.replaceAll('-', '_');
}

/** The exposed module. */
export interface RemoteModule {
  routes: RouteObject[];
}

/** The way from the shell's server to the API: what visitors' calls and loaders' calls both carry. */
import { HOP_ADDRESS_HEADER, HOP_TOKEN_HEADER, hopToken } from 'shared/node/hop';
import type { ServerLoaderContext } from 'shared/contracts/shell';

/** Longest time that a loader waits for the API, in milliseconds; below the render deadline, so that the page can say so. */
const LOADER_DEADLINE_MS = 3_000;

export interface ApiHop {
  url: string;
  /** Proves that a call comes from this shell, on behalf of a visitor's address. */
  headersFor: (clientAddress: string) => Record<string, string>;
}

export function apiHop(url: string, secret: string): ApiHop {
  const token = hopToken(secret);
  return {
    url,
    headersFor: (clientAddress) => ({ [HOP_TOKEN_HEADER]: token, [HOP_ADDRESS_HEADER]: clientAddress }),
  };
}

/** What loaders get while the server renders: calls straight to the API, in the visitor's name. */
export function loaderContextFor(hop: ApiHop, clientAddress: string): ServerLoaderContext {
  return {
    apiFetch(path, init = {}) {
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries(hop.headersFor(clientAddress))) headers.set(name, value);
      const deadline = AbortSignal.timeout(LOADER_DEADLINE_MS);
      return fetch(hop.url + path, {
        ...init,
        headers,
        signal: init.signal ? AbortSignal.any([init.signal, deadline]) : deadline,
      });
    },
  };
}

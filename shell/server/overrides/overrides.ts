/**
 * Remotes that one browser takes from a development server on its own machine, chosen in the manner of
 * import-map-overrides (decision 119). Only sites with `DEV_OVERRIDES=on` look at them.
 */
import type { Registry, RegistryEntry, Release } from 'shared/contracts/registry';
import type { ChosenReleases } from 'shared/releases/current';
import { currentReleases } from 'shared/releases/current';
import type { RemoteSource } from '../remote-source.ts';

/** Prefix of the names of cookies, and of the keys in `localStorage`, that override a remote. */
export const OVERRIDE_PREFIX = 'import-map-override:';
/** The entry file that a development server has for a remote, like a release. */
const ENTRY = 'remoteEntry.js';
const PORT = /^\d{1,5}$/;
/** The only names of this machine that a policy can name as well: it has no form for IPv6. */
const HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1']);
/** Development servers' containers run on the federation runtime, which the browser loads for this contract. */
const CONTRACT_ON_RUNTIME = 2;
/** How many characters of a refused URL are shown. */
const SHOWN = 80;
/** Used where a release has a file with a hash. */
const NO_FILE = { url: '', integrity: 'sha384-' } as const;

export interface Overrides {
  /** URLs of the entries, by remote. */
  used: Record<string, string>;
  /** What the browser asks for but does not get, with the reason, one sentence each. */
  refused: string[];
}

/**
 * The overrides that a request's cookies ask for.
 * @param header `Cookie`
 * @param publicUrl gives its protocol to a URL without one
 */
export function overridesIn(header: string | undefined, registry: Registry, publicUrl: string): Overrides {
  const current = currentReleases(registry);
  const overrides: Overrides = { used: {}, refused: [] };
  for (const [name, text] of overrideCookies(header)) {
    const url = entryUrl(text, publicUrl);
    if (!current.has(name)) overrides.refused.push(`${shortened(name)} is not a remote of this site`);
    else if (url === undefined)
      overrides.refused.push(
        `${name} is not overridden: ${shortened(text)} is neither http://localhost:<port>/… nor a port`,
      );
    else overrides.used[name] = url;
  }
  return overrides;
}

/** Names of remotes and their overrides, as they were sent; cookies without a value are left out. */
export function overrideCookies(header = ''): [name: string, text: string][] {
  return header
    .split(/; */)
    .filter((pair) => pair.startsWith(OVERRIDE_PREFIX) && pair.includes('='))
    .map((pair): [string, string] => {
      const end = pair.indexOf('=');
      return [pair.slice(OVERRIDE_PREFIX.length, end), decoded(pair.slice(end + 1))];
    })
    .filter(([name, text]) => name !== '' && text !== '');
}

/** The URL of an entry on this machine, from a port, a server's origin or the whole URL; undefined for any other. */
export function entryUrl(text: string, publicUrl: string): string | undefined {
  const given = PORT.test(text) ? `http://localhost:${text}` : text;
  const base = /^\/\/\w/.test(given) ? publicUrl : undefined;
  if (!URL.canParse(given, base)) return undefined;
  const url = new URL(given, base);
  const isHere = /^https?:$/.test(url.protocol) && HOSTS.has(url.hostname) && Number(url.port) > 0;
  if (!isHere || url.username !== '' || url.password !== '') return undefined;
  if (url.pathname === '/') url.pathname = ENTRY;
  url.hash = '';
  return url.href;
}

/** The registry of a browser with overrides: each override takes the place, and the paths, of the current release. */
export function withOverrides(registry: Registry, { used }: Overrides): Registry {
  const current = currentReleases(registry);
  const overridden = Object.entries(used).map(([name, url]) => [name, [overrideOf(current.get(name)!, url)]]);
  return { ...registry, microFrontends: { ...registry.microFrontends, ...Object.fromEntries(overridden) } };
}

/** An override in place of a release. Its version is its URL, so that it is named in compositions. */
export function overrideOf({ extras: { routes, releasedAt } }: RegistryEntry, url: string): RegistryEntry {
  return {
    url,
    metadata: { version: url, integrity: NO_FILE.integrity },
    deployment: { traffic: 100, default: true },
    extras: { routes, release: NO_FILE, server: NO_FILE, contract: CONTRACT_ON_RUNTIME, releasedAt },
  };
}

export function isOverride({ metadata: { version } }: RegistryEntry): boolean {
  return version.includes('/');
}

/** The other origins that parts of a composition come from. */
export function originsOf(entries: ChosenReleases): string[] {
  const urls = [...entries.values()].filter(isOverride).map(({ url }) => new URL(url).origin);
  return [...new Set(urls)];
}

/** The remotes of a site with overrides, for which nothing has been released. */
export function knowingOverrides(remotes: RemoteSource): RemoteSource {
  return {
    registry: () => remotes.registry(),
    ...(remotes.newerRegistry && { newerRegistry: () => remotes.newerRegistry!() }),
    release: async (entry) => (isOverride(entry) ? NOTHING_RELEASED : remotes.release(entry)),
    file: (name, version, file) => remotes.file(name, version, file),
    ...(remotes.earlierFiles && {
      earlierFiles: (name: string, version: string, file: string) => remotes.earlierFiles!(name, version, file),
    }),
  };
}

const NOTHING_RELEASED: Release = {
  name: '',
  version: '',
  contract: CONTRACT_ON_RUNTIME,
  sharedExports: {},
  entry: '',
  entryFiles: [],
  server: '',
  routes: [],
  files: {},
};

const shortened = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** Cookies may be percent-encoded; anything else is taken as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

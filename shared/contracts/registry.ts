/**
 * Documents that pass between a release and the server that serves it: `registry.json`, `release.json` and the
 * composition of one page view. Terms as in docs/architecture.md.
 */

/** Subresource Integrity metadata, e.g. `sha384-…` (base64). */
export type Integrity = `sha256-${string}` | `sha384-${string}`;

/** One route that a release owns, in the form that the shell needs: no code, only paths. */
export interface ReleasedRoute {
  /** Route id, unique across remotes: `<area>.<page>`. */
  id: string;
  /** Full path pattern, React Router syntax: `/post/:id`. */
  path: string;
  /** Files (relative to the release) that the page needs beyond `entryFiles`: its own chunks and their imports. */
  files: string[];
  /**
   * Modules (relative to the release) that the page may load while it is shown: those that it and its loaders import
   * dynamically, and what these need. Absent in releases made before this field existed: they may load any of their
   * modules.
   */
  later?: string[];
  /**
   * Parameters of the query string that the page reads. Absent when the shell must not keep the page: it is for
   * members, or passwords are typed there, or the release was made before this field existed.
   */
  search?: string[];
}

/** A page for search engines, by its canonical path. */
export interface FindablePage {
  /** Address on this site: `/career/react-developer`. */
  path: string;
  /** When it last changed, as ISO 8601. Absent if unknown: a wrong date is worse than none. */
  changed?: string;
}

/** What search engines may find of a release. */
export interface Findable {
  pages: FindablePage[];
  /** Addresses of site maps on this site, for pages that come and go while it runs. */
  siteMaps: string[];
}

/** `release.json`: everything about one immutable release directory. */
export interface Release {
  /** Remote's name, e.g. `mf-blog`. */
  name: string;
  /** Derived from the content: the same build always has the same version. */
  version: string;
  /** Version of the contract with the shell that the remote was built for. */
  contract: number;
  /** Names imported from each shared module, e.g. `{ "react-router-dom": ["Link"] }`. */
  sharedExports: Record<string, string[]>;
  /** Browser entry (module federation container), relative to the release. */
  entry: string;
  /** Static closure that every page of the remote needs: the entry, the route table and what they import. */
  entryFiles: string[];
  /** Server bundle, relative to the release. */
  server: string;
  routes: ReleasedRoute[];
  /** Absent in releases made before this field existed. */
  findable?: Findable;
  /** Every file of the release with its hash, except `release.json` itself. */
  files: Record<string, Integrity>;
}

/** Something that was done to a release: when, and by whom. */
export interface Change {
  /** ISO 8601. */
  at: string;
  /** Who did it: the CI's or the user's name. */
  by: string;
}

/** One entry of the registry. Fields and nesting follow AWS frontend-discovery `v1-pre`. */
export interface RegistryEntry {
  /** Address of the browser entry. */
  url: string;
  metadata: { integrity: Integrity; version: string };
  /** `default: true` marks the release that is current. `traffic`: share of the visitors who get it, in percent. */
  deployment: { traffic: number; default: boolean };
  extras: {
    /** Paths that the release owns. */
    routes: string[];
    /** As in `release.json`. */
    findable?: Findable;
    /** Address and hash of `release.json`. */
    release: { url: string; integrity: Integrity };
    /** Address and hash of the server bundle. */
    server: { url: string; integrity: Integrity };
    contract: number;
    /** ISO 8601. */
    releasedAt: string;
    /** Commit of the sources, where the releasing side knows it. */
    commit?: string;
    /**
     * Each time it became current; `order` counts these for the remote. Absent in releases made before this was
     * recorded.
     */
    current?: (Change & { order: number })[];
    /** Set by a step back from this release: neither a step back nor the fallback leads to it again. */
    takenBack?: Change;
    /**
     * Each time that its share of the visitors changed while it was not current, oldest first. A preview begins with 0.
     * Absent in releases that were for everybody from the start.
     */
    traffic?: (Change & { traffic: number })[];
    /** Ed25519 signature, base64, of the text that `shared/releases/signature.ts` builds; `keyId` names the key. */
    signature?: { keyId: string; value: string };
    /** Checks that were skipped before it was released, as named in the command. */
    skipped?: string[];
  };
}

/** `registry.json`: which releases exist, newest first, and which one of each remote is current. */
export interface Registry {
  schema: string;
  microFrontends: Record<string, RegistryEntry[]>;
}

/** What the browser knows of one release. */
export interface ComposedRemote {
  name: string;
  version: string;
  /** Address of the browser entry. */
  entry: string;
  /** Path patterns that the release owns. */
  routes: string[];
  /** Version of the contract with the shell that it was built for. */
  contract: number;
}

/** The releases chosen for one page view: one of each remote. A page never mixes two compositions. */
export interface Composition {
  /** Derived from the choice; names it in logs. */
  id: string;
  /** Version by remote. */
  releases: Record<string, string>;
}

/** Answer of `/composition.json`: all remotes of a composition. */
export interface CompositionDocument {
  remotes: Record<string, ComposedRemote>;
  /** Hashes of their browser modules by URL, for the import map. */
  integrity: Record<string, Integrity>;
  /** Addresses of the modules that a page needs, by the pattern of its path. Absent in answers of older shells. */
  modules?: Record<string, string[]>;
}

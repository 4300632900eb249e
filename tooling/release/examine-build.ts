/** A remote's build, examined as a release: its version, its `release.json`, and all that speaks against it. */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Findable, Release, ReleasedRoute } from '../../shared/contracts/registry.ts';
import { CONTRACT_VERSION } from '../../shared/contracts/remote.ts';
import { findableOf } from '../../shared/releases/findable.ts';
import type { PageRoute } from '../../shared/releases/flatten-routes.ts';
import { integrityOf, moduleIntegrityOf } from '../../shared/releases/integrity.ts';
import { patternFault } from '../../shared/releases/ownership.ts';
import { releaseBase, VERSION_LENGTH } from '../../shared/releases/urls.ts';
import { filesOfPages, ROUTES_SOURCE, type ViteManifest } from './files-of-pages.ts';
import { missingExports } from './missing-exports.ts';
import { pagesOfBundle } from './pages-of-bundle.ts';
import { RefusedRelease } from './refused-release.ts';
import { VERSION_PLACEHOLDER } from './version.ts';

const ENTRY = 'remoteEntry.js';
const SERVER = 'server/routes.mjs';
/** Written by the build for this tool; no page needs them. */
const BUILD_RECORDS = ['vite-manifest.json', 'route-modules.json', 'shared-exports.json', 'mf-stats.json'];
/** Not the container: its hash is in the registry, too, which older shells and release tools read. */
const CHUNK = /^assets\/.*\.js$/;
const TEXT_FILE = /\.(js|mjs|css|html|json|svg|map)$/;
/** How the URLs of a build's own files begin. */
const OWN_BASE = new RegExp(releaseBase('([a-z0-9-]+)', VERSION_PLACEHOLDER), 'g');

/** Bytes by the names of files. */
type Content = Map<string, Buffer>;

export interface RemoteBuild {
  name: string;
  version: string;
  /** All that the build wrote, with its records. */
  files: Content;
  /** The files of the release. */
  content: Content;
  /** Their hashes. */
  hashes: Release['files'];
}

export interface ExaminedBuild {
  /** Undefined when too much is missing to say what would be released. */
  release: Release | undefined;
  /** What must be fixed before it can be released: one sentence each, with what to do. */
  refusals: string[];
}

/** @param dist a remote's build output @throws RefusedRelease where there is no build */
export async function readBuild(name: string, dist: string): Promise<RemoteBuild> {
  const exists = await stat(path.join(dist, ENTRY)).catch(() => undefined);
  if (!exists) throw new RefusedRelease(`${dist} has no ${ENTRY}: build the remote first.`);
  const names = (await readdir(dist, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)))
    .toSorted();
  const files = new Map(
    await Promise.all(names.map(async (file) => [file, await readFile(path.join(dist, file))] as const)),
  );
  const version = versionOf(files);
  const content = filledIn(files, version);
  const hashes = Object.fromEntries(
    [...content].map(([file, bytes]) => [file, CHUNK.test(file) ? moduleIntegrityOf(bytes) : integrityOf(bytes)]),
  );
  return { name, version, files, content, hashes };
}

function versionOf(files: Content): string {
  const hash = createHash('sha256');
  for (const [file, bytes] of files) hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  return hash.digest('hex').slice(0, VERSION_LENGTH);
}

/** The files of the release: those of the build without its records, with the version filled in. */
function filledIn(files: Content, version: string): Content {
  const own = [...files].filter(([file]) => !BUILD_RECORDS.includes(path.basename(file)));
  return new Map(
    own.map(([file, bytes]) =>
      TEXT_FILE.test(file) && bytes.includes(VERSION_PLACEHOLDER)
        ? [file, Buffer.from(bytes.toString('utf8').replaceAll(VERSION_PLACEHOLDER, version))]
        : [file, bytes],
    ),
  );
}

/** Text of `release.json`. */
export const documentOf = (release: Release): string => `${JSON.stringify(release, null, 1)}\n`;

/** Goes on after each finding, so that all of it is reported at once. */
export async function examineBuild({ name, version, files, hashes }: RemoteBuild): Promise<ExaminedBuild> {
  const refusals: string[] = [];
  const record = <T>(file: string): T | undefined => {
    const read = readRecord<T>(files, file);
    if ('refusal' in read) refusals.push(read.refusal);
    return 'refusal' in read ? undefined : read.value;
  };
  refusals.push(...foreignNames(name, files));
  const sharedExports = record<Release['sharedExports']>('shared-exports.json');
  const manifest = record<ViteManifest>('vite-manifest.json');
  const modules = record<Record<string, string[]>>('route-modules.json');
  // The build refuses them as well; another shell's list may be shorter.
  refusals.push(...missingExports({ contract: CONTRACT_VERSION, sharedExports: sharedExports ?? {} }));
  const pages = await pagesOf(`${name}/${version}`, files, refusals);
  refusals.push(...pages.flatMap((page) => routeRefusals(name, page)), ...repeated(pages));
  const findable = findableIn(pages, refusals);
  if (!sharedExports || !manifest || !modules || pages.length === 0) return { release: undefined, refusals };
  const release = {
    name,
    version,
    contract: CONTRACT_VERSION,
    sharedExports,
    entry: ENTRY,
    ...routesOf(pages, manifest, modules),
    findable,
    server: SERVER,
    files: hashes,
  };
  return { release, refusals };
}

/** A build under another name would look for its images where there are none. */
function foreignNames(name: string, files: Content): string[] {
  const named = [...files]
    .filter(([file, bytes]) => TEXT_FILE.test(file) && bytes.includes(VERSION_PLACEHOLDER))
    .flatMap(([, bytes]) => [...bytes.toString('utf8').matchAll(OWN_BASE)].map(([, found]) => found!));
  return [...new Set(named)]
    .filter((found) => found !== name)
    .map((found) => `It was built as ${found}, not as ${name}. Write remoteConfig('${name}') in its vite.config.ts.`);
}

function readRecord<T>(files: Content, file: string): { value: T } | { refusal: string } {
  const remedy = 'Build it again, with the factory in tooling/vite/remote.ts.';
  const bytes = files.get(file);
  if (!bytes) return { refusal: `The build has no ${file}. ${remedy}` };
  try {
    return { value: JSON.parse(bytes.toString('utf8')) as T };
  } catch (error) {
    return { refusal: `${file} of the build cannot be read (${(error as Error).message}). ${remedy}` };
  }
}

/** The owned paths, read from the server bundle itself: what is released is what is served. */
async function pagesOf(key: string, files: Content, refusals: string[]): Promise<readonly PageRoute[]> {
  const source = files.get(SERVER)?.toString('utf8');
  if (!source) {
    refusals.push(`The build has no ${SERVER}. Build it again, with the factory in tooling/vite/remote.ts.`);
    return [];
  }
  try {
    const pages = await pagesOfBundle(key, source);
    if (pages.length === 0) refusals.push(`None of its routes has a path. Give one in ${ROUTES_SOURCE} a \`path\`.`);
    return pages;
  } catch (error) {
    const reason = (error as Error).message.replace(/\.$/, '');
    refusals.push(`Its server bundle does not load: ${reason}. Fix what ${ROUTES_SOURCE} imports.`);
    return [];
  }
}

function routeRefusals(name: string, { id, path: pattern }: PageRoute): string[] {
  const prefix = `${name.replace(/^mf-/, '')}.`;
  if (!id) return [`The route for "${pattern}" has no id. Give it one: id: '${prefix}<page>'.`];
  if (!id.startsWith(prefix)) return [`Route id "${id}" must begin with "${prefix}": ids are unique across the site.`];
  return [patternFault(pattern) ?? []].flat();
}

/** The checks of this site's own repository know it earlier; others have none. */
function repeated(pages: readonly PageRoute[]): string[] {
  const again = (values: string[]) => new Set(values.filter((value, index) => values.indexOf(value) !== index));
  const ids = again(pages.flatMap(({ id }) => id ?? []));
  const patterns = again(pages.map(({ path: pattern }) => pattern.toLowerCase()));
  return [
    ...[...ids].map((id) => `Two routes have the id "${id}". Give each its own.`),
    ...[...patterns].map((pattern) => `Two routes have the path "${pattern}": only the first would be seen.`),
  ];
}

/** Each page separately, so that all mistakes are reported. */
function findableIn(pages: readonly PageRoute[], refusals: string[]): Findable {
  const each = pages.flatMap((page) => {
    try {
      return [findableOf([page])];
    } catch (error) {
      refusals.push((error as Error).message);
      return [];
    }
  });
  return { pages: each.flatMap((one) => one.pages), siteMaps: each.flatMap(({ siteMaps }) => siteMaps) };
}

function routesOf(
  pages: readonly PageRoute[],
  manifest: ViteManifest,
  modules: Record<string, string[]>,
): Pick<Release, 'entryFiles' | 'routes'> {
  const { entryFiles, of: filesOf } = filesOfPages(manifest, modules);
  const routes = pages.map(
    ({ id = '', path: pattern, handle }): ReleasedRoute => ({
      id,
      path: pattern,
      ...(handle.isSecret || handle.session ? {} : { search: [...(handle.search ?? [])] }),
      ...filesOf(id),
    }),
  );
  return { entryFiles, routes };
}

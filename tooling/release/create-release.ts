/**
 * Turns a built remote (`dist/`) into a release: an immutable directory whose version is derived from its content,
 * and its `release.json`. Refuses what would fail in a visitor's browser.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Findable, Release, ReleasedRoute } from '../../shared/contracts/registry.ts';
import { CONTRACT_VERSION } from '../../shared/contracts/remote.ts';
import { sharedModules, type SharedModule } from '../../shared/contracts/shared-modules.ts';
import { integrityOf } from '../../shared/releases/integrity.ts';
import { findableOf } from '../../shared/releases/findable.ts';
import type { PageRoute } from '../../shared/releases/flatten-routes.ts';
import { writerOf } from '../../shared/release-store/store-writer.ts';
import { addCompressedForms } from './compressed-forms.ts';
import { filesOfPages, type ViteManifest } from './files-of-pages.ts';
import { pagesOfBundle } from './pages-of-bundle.ts';
import { RefusedRelease } from './refused-release.ts';
import { damagedFiles } from './verify.ts';
import { VERSION_LENGTH, VERSION_PLACEHOLDER } from './version.ts';

const ENTRY = 'remoteEntry.js';
const SERVER = 'server/routes.mjs';
/** Written by the build for this tool; no page needs them. */
const BUILD_RECORDS = ['vite-manifest.json', 'route-modules.json', 'shared-exports.json', 'mf-stats.json'];
const TEXT_FILE = /\.(js|mjs|css|html|json|svg|map)$/;

export interface CreatedRelease {
  release: Release;
  /** Whether the store did not have it before. */
  isNew: boolean;
}

/**
 * @param dist a remote's build output
 * @param store folder or `s3://bucket/prefix`; the release lands in `<store>/<name>/<version>`
 * @returns the release, and whether it was there already
 * @throws RefusedRelease
 */
export async function createRelease(name: string, dist: string, store: string): Promise<CreatedRelease> {
  const files = await contentOf(dist);
  const version = versionOf(files);
  const content = filledIn(files, version);
  const hashes = Object.fromEntries([...content].map(([file, bytes]) => [file, integrityOf(bytes)]));
  const target = writerOf(store);
  // Nobody removes what was wanted a moment ago (prune.ts).
  await target.claim(name, version);
  const existing = await wholeRelease(store, name, version, hashes);
  if (existing) return { release: existing, isNew: false };

  const stage = await target.stage(name, version);
  try {
    await write(stage, content);
    const release: Release = {
      name,
      version,
      contract: CONTRACT_VERSION,
      sharedExports: checkedSharedExports(files),
      entry: ENTRY,
      ...(await routesOf(name, files)),
      server: SERVER,
      files: hashes,
    };
    await writeFile(path.join(stage, 'release.json'), `${JSON.stringify(release, null, 1)}\n`);
    await addCompressedForms(stage, release, store);
    await target.place(stage, name, version);
    return { release, isNew: true };
  } catch (error) {
    await target.discard(stage);
    throw error;
  }
}

/** A release that lies in the store as it was made; undefined when there is none, or what there is was damaged since. */
async function wholeRelease(
  store: string,
  name: string,
  version: string,
  hashes: Release['files'],
): Promise<Release | undefined> {
  const document = await writerOf(store).read(`${name}/${version}/release.json`);
  if (document === undefined) return undefined;
  const release = JSON.parse(document.toString('utf8')) as Release;
  const isSame = isDeepStrictEqual(release.files, hashes) && (await damagedFiles(store, release)).length === 0;
  return isSame ? release : undefined;
}

type Content = Map<string, Buffer>;

async function contentOf(dist: string): Promise<Content> {
  const exists = await stat(path.join(dist, ENTRY)).catch(() => undefined);
  if (!exists) throw new RefusedRelease(`${dist} holds no ${ENTRY}: build the remote first.`);
  const names = (await readdir(dist, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)))
    .toSorted();
  return new Map(await Promise.all(names.map(async (file) => [file, await readFile(path.join(dist, file))] as const)));
}

function versionOf(files: Content): string {
  const hash = createHash('sha256');
  for (const [file, bytes] of files) hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  return hash.digest('hex').slice(0, VERSION_LENGTH);
}

/** The files of the release: those of the build, without its records, that know their version. */
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

async function write(directory: string, content: Content): Promise<void> {
  for (const [file, bytes] of content) {
    await mkdir(path.dirname(path.join(directory, file)), { recursive: true });
    await writeFile(path.join(directory, file), bytes);
  }
}

function json<T>(files: Content, file: string): T {
  const bytes = files.get(file);
  if (!bytes)
    throw new RefusedRelease(`The build holds no ${file}: was it made with the factory in tooling/vite/remote.ts?`);
  return JSON.parse(bytes.toString('utf8')) as T;
}

/** The build records what it imports and refuses the rest; another shell's allow-list may be shorter, so check again. */
function checkedSharedExports(files: Content): Record<string, string[]> {
  const used = json<Record<string, string[]>>(files, 'shared-exports.json');
  for (const [source, names] of Object.entries(used)) {
    const allowed = sharedModules[source as SharedModule] as '*' | readonly string[] | undefined;
    const missing = allowed === '*' ? [] : names.filter((name) => !allowed?.includes(name));
    if (missing.length > 0) {
      throw new RefusedRelease(`It imports ${missing.join(', ')} from "${source}", which the shell does not provide.`);
    }
  }
  return used;
}

async function routesOf(name: string, files: Content): Promise<Pick<Release, 'entryFiles' | 'routes' | 'findable'>> {
  const manifest = json<ViteManifest>(files, 'vite-manifest.json');
  const modules = json<Record<string, string[]>>(files, 'route-modules.json');
  const { entryFiles, of: filesOf } = filesOfPages(manifest, modules);
  const pages = await serverRoutes(name, files);
  const routes: ReleasedRoute[] = pages.map(({ id, path: pattern, handle }) => ({
    id,
    path: pattern,
    ...(handle.isSecret || handle.session ? {} : { search: [...(handle.search ?? [])] }),
    ...filesOf(id),
  }));
  const prefix = `${name.replace(/^mf-/, '')}.`;
  for (const route of routes) {
    if (!route.id.startsWith(prefix)) {
      throw new RefusedRelease(`Route id "${route.id}" must begin with "${prefix}": ids are unique across the site.`);
    }
  }
  return { entryFiles, routes, findable: whatIsFound(pages) };
}

/** The owned paths, read from the server bundle itself: what is released is what is served. */
async function serverRoutes(name: string, files: Content): Promise<(PageRoute & { id: string })[]> {
  const source = files.get(SERVER)?.toString('utf8');
  if (!source) throw new RefusedRelease(`The build holds no ${SERVER}.`);
  const pages = await pagesOfBundle(`${name}/${versionOf(files)}`, source).catch((error: unknown) => {
    throw new RefusedRelease(`Its server bundle does not load: ${(error as Error).message}`);
  });
  if (pages.length === 0) throw new RefusedRelease('Its routes name no path.');
  return pages.map(({ id, ...page }) => {
    if (!id) throw new RefusedRelease(`The route for "${page.path}" has no id.`);
    return { id, ...page };
  });
}

function whatIsFound(pages: PageRoute[]): Findable {
  try {
    return findableOf(pages);
  } catch (error) {
    throw new RefusedRelease((error as Error).message);
  }
}

/** Releases of one remote that are wrong. */
import { cpSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Release } from '../../shared/contracts/registry.ts';
import { integrityOf } from '../../shared/releases/integrity.ts';
import { createRelease } from '../../tooling/release/create-release.ts';
import { publish, type PublishOptions } from '../../tooling/release/publish.ts';
import { distOf } from '../../tooling/workspace/remotes.ts';
import { updateRegistry } from '../../shared/release-store/registry-file.ts';

/** Publishes a release of which one page throws when the server renders it. */
export async function publishThrowingOn(routeId: string, name: string, store: string): Promise<Release> {
  return await publishServerBundle(name, store, (bundle) => {
    const throwing = `async () => ({ Component() { throw new Error('throwing on purpose'); } })`;
    return `${bundle}\nroutes.find(({ id }) => id === '${routeId}').lazy = ${throwing};`;
  });
}

/** Takes all of a remote's releases back: none of them, not even the last that worked, answers for a later one. */
export async function takeBackReleases(name: string, store: string): Promise<void> {
  const takenBack = { at: new Date().toISOString(), by: 'test' };
  await updateRegistry(store, (registry) => {
    const entries = registry.microFrontends[name]!.map((entry) => ({
      ...entry,
      deployment: { traffic: 0, default: false },
      extras: { ...entry.extras, takenBack },
    }));
    return { ...registry, microFrontends: { ...registry.microFrontends, [name]: entries } };
  });
}

/** Leaves a remote only its current release. */
export async function forgetAllButCurrent(name: string, store: string): Promise<void> {
  await updateRegistry(store, (registry) => {
    const current = registry.microFrontends[name]!.filter(({ deployment }) => deployment.default);
    return { ...registry, microFrontends: { ...registry.microFrontends, [name]: current } };
  });
}

/** Publishes a careers release whose first page renders on the server and throws in the browser. */
export async function publishThrowingInBrowser(store: string): Promise<void> {
  await publishChanged('mf-careers', store, /^assets\/career-page-[\w-]+\.js$/, (chunk) =>
    chunk.replace(
      'children:`Career`',
      "children:globalThis.hydrated?(()=>{throw new Error('throwing on purpose')})():`Career`",
    ),
  );
}

/** Publishes a careers release whose first page throws once React has mounted it, as an effect may. */
export async function publishThrowingInEffect(store: string): Promise<void> {
  await publishChanged('mf-careers', store, /^assets\/career-page-[\w-]+\.js$/, (chunk) =>
    chunk.replace(
      'children:`Career`',
      "ref(){throw new Error('thrown in an effect for ada@example.com')},children:`Career`",
    ),
  );
}

/** Those of this process, which each need content of their own. */
let releases = 0;

/**
 * Publishes a remote's release with another server bundle. The release tool refuses bundles that do not load, so this
 * one is changed after the tool has looked.
 */
export async function publishServerBundle(
  name: string,
  store: string,
  change: (bundle: string) => string,
  others: Partial<Release> = {},
  options: PublishOptions = {},
): Promise<Release> {
  // A record of the build, so that the tool has seen the bundle before and need not load it again.
  const created = await createChanged(name, store, /^mf-stats\.json$/, (record) => record + '\n'.repeat(++releases));
  const release = { ...created, ...others };
  const directory = path.join(store, name, release.version);
  const file = path.join(directory, release.server);
  const bundle = change(await readFile(file, 'utf8'));
  await writeFile(file, bundle);
  release.files[release.server] = integrityOf(bundle);
  await writeFile(path.join(directory, 'release.json'), JSON.stringify(release));
  await publish(release, store, options);
  return release;
}

/** Publishes a release whose files are damaged before any shell has read them. */
export async function publishDamaged(
  name: string,
  store: string,
  damage: (folder: string, release: Release) => Promise<unknown>,
): Promise<void> {
  const release = await publishServerBundle(name, store, (bundle) => bundle, {}, { traffic: 0 });
  await damage(path.join(store, name, release.version), release);
  await updateRegistry(store, (registry) => {
    const entries = registry.microFrontends[name]!.map((entry) =>
      entry.metadata.version === release.version ? { ...entry, deployment: { traffic: 100, default: true } } : entry,
    );
    return { ...registry, microFrontends: { ...registry.microFrontends, [name]: entries } };
  });
}

/** Publishes a remote's build with some of its files changed. */
export async function publishChanged(...changed: Parameters<typeof createChanged>): Promise<void> {
  await publish(await createChanged(...changed), changed[1]);
}

/** Makes a release of a remote's build with some of its files changed. */
export async function createChanged(
  name: string,
  store: string,
  files: RegExp,
  change: (text: string) => string,
): Promise<Release> {
  const dist = await changedBuild(name, [[files, change]]);
  const { release } = await createRelease(name, dist, store);
  await rm(dist, { recursive: true });
  return release;
}

/** A copy of a remote's build with some of its files changed. @returns its folder */
export async function changedBuild(
  name: string,
  changes: readonly (readonly [files: RegExp, change: (text: string) => string])[],
): Promise<string> {
  const dist = await mkdtemp(path.join(tmpdir(), 'dist-'));
  cpSync(distOf(name), dist, { recursive: true });
  const all = await readdir(dist, { recursive: true });
  for (const [files, change] of changes) {
    for (const file of all.filter((other) => files.test(other))) {
      const before = await readFile(path.join(dist, file), 'utf8');
      const after = change(before);
      if (after === before) throw new Error(`${file} of ${name} was not changed`);
      await writeFile(path.join(dist, file), after);
    }
  }
  return dist;
}

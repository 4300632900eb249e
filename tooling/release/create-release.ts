/**
 * Turns a built remote (`dist/`) into a release: an immutable directory whose version is derived from its content,
 * and its `release.json`. Refuses what would fail in a visitor's browser.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Release } from '../../shared/contracts/registry.ts';
import { writerOf } from '../../shared/release-store/store-writer.ts';
import { isIntact } from '../../shared/releases/integrity.ts';
import { addCompressedForms } from './compressed-forms.ts';
import { documentOf, examineBuild, readBuild, type RemoteBuild } from './examine-build.ts';
import { RefusedRelease } from './refused-release.ts';
import { signingKey } from './signing.ts';
import { damagedFiles } from './verify.ts';

export interface CreatedRelease {
  release: Release;
  /** Whether the store did not have it before. */
  isNew: boolean;
}

/**
 * @param dist a remote's build output
 * @param store folder or `s3://bucket/prefix`; the release lands in `<store>/<name>/<version>`
 * @param tried version that passed the gate: what another build has written since did not
 * @returns the release, and whether it existed already
 * @throws RefusedRelease with all reasons, a line for each
 */
export async function createRelease(
  name: string,
  dist: string,
  store: string,
  { tried }: { tried?: string } = {},
): Promise<CreatedRelease> {
  const build = await readBuild(name, dist);
  if (tried !== undefined && tried !== build.version) {
    throw new RefusedRelease(
      `Its build changed while it was tried: ${tried} was tried, and ${build.version} is there now. Release it again.`,
    );
  }
  const target = writerOf(store);
  // What was wanted a moment ago is not removed (prune.ts).
  await target.claim(name, build.version);
  const existing = await wholeRelease(store, build);
  // Examining takes a third of a second. What is signed is vouched for, so then the store's word is not enough.
  if (existing && !signingKey()) return { release: existing.release, isNew: false };
  const { release, refusals } = await examineBuild(build);
  if (!release || refusals.length > 0) {
    await target.settle(name, build.version);
    throw new RefusedRelease(refusals.join('\n'));
  }
  if (existing?.text === documentOf(release)) return { release, isNew: false };
  await placeRelease(build, release, store);
  return { release, isNew: true };
}

/**
 * Writes a release into a store, whole or not at all.
 * @param others the store where its predecessors are, if it is another one
 */
export async function placeRelease(
  { content }: RemoteBuild,
  release: Release,
  store: string,
  others = store,
): Promise<void> {
  const { name, version } = release;
  const target = writerOf(store);
  const stage = await target.stage(name, version);
  try {
    for (const [file, bytes] of content) {
      await mkdir(path.dirname(path.join(stage, file)), { recursive: true });
      await writeFile(path.join(stage, file), bytes);
    }
    await writeFile(path.join(stage, 'release.json'), documentOf(release));
    await addCompressedForms(stage, release, others);
    await target.place(stage, name, version);
  } catch (error) {
    await target.discard(stage);
    throw error;
  }
}

/**
 * A release in the store with the files of the build, whatever its hashes are made with, and the text of its document;
 * undefined when there is none, or it was damaged since.
 */
async function wholeRelease(
  store: string,
  { name, version, content }: RemoteBuild,
): Promise<{ release: Release; text: string } | undefined> {
  const text = (await writerOf(store).read(`${name}/${version}/release.json`))?.toString('utf8');
  const release = text === undefined ? undefined : readDocument(text);
  if (release?.name !== name || release.version !== version || !hasContent(release, content)) return undefined;
  return (await damagedFiles(store, release)).length === 0 ? { release, text: text! } : undefined;
}

/** @param release as a document says it, which may be damaged */
function hasContent({ files }: { files?: Release['files'] | null }, content: RemoteBuild['content']): boolean {
  const hashes = Object.entries(files ?? {});
  return (
    hashes.length === content.size &&
    hashes.every(([file, hash]) => content.has(file) && isIntact(content.get(file)!, hash))
  );
}

function readDocument(text: string): Release | undefined {
  try {
    return JSON.parse(text) as Release;
  } catch {
    return undefined; // damaged
  }
}

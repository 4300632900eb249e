/** Compressed forms of a release's files: taken from the previous release where a file is the same, else made. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Release } from '../../shared/contracts/registry.ts';
import { precompress } from '../../shared/node/http/precompress.ts';
import { COMPRESSED_FORMS, damagedForms } from '../../shared/node/http/released-file.ts';
import { readRegistry } from '../../shared/release-store/registry-file.ts';
import { writerOf } from '../../shared/release-store/store-writer.ts';
import { integrityOf } from '../../shared/releases/integrity.ts';

/**
 * Compressing at the best quality is most of a release's cost, and most files do not change between releases.
 * @param stage folder in which the release is put together
 * @param store where its predecessors are
 */
export async function addCompressedForms(stage: string, release: Release, store: string): Promise<void> {
  const before = await lastRelease(store, release.name);
  await Promise.all(
    Object.entries(release.files).map(async ([file, integrity]) => {
      const target = path.join(stage, file);
      const isSame = before?.files[file] === integrity;
      if (!(isSame && (await takeOver(target, `${before.name}/${before.version}/${file}`, store))))
        await precompress(target);
    }),
  );
}

/** The remote's newest release; undefined where there is none, or it cannot be read. */
async function lastRelease(store: string, name: string): Promise<Release | undefined> {
  try {
    const { microFrontends } = await readRegistry(store);
    const newest = microFrontends[name]
      ?.toSorted((one, other) => one.extras.releasedAt.localeCompare(other.extras.releasedAt))
      .at(-1);
    const document = newest && (await writerOf(store).read(`${name}/${newest.metadata.version}/release.json`));
    return document && (JSON.parse(document.toString('utf8')) as Release);
  } catch {
    return undefined;
  }
}

/** @returns whether all forms existed, and were whole */
async function takeOver(target: string, source: string, store: string): Promise<boolean> {
  const bytes = await readFile(target);
  const integrity = integrityOf(bytes);
  const forms = new Map<string, Buffer>([['', bytes]]);
  for (const form of COMPRESSED_FORMS) {
    const compressed = await writerOf(store).read(source + form);
    if (!compressed) return false;
    forms.set(form, compressed);
  }
  const damaged = await damagedForms(
    async (form) => forms.get(form),
    (content) => integrityOf(content) === integrity,
  );
  if (damaged.length > 0) return false;
  await Promise.all(COMPRESSED_FORMS.map((form) => writeFile(target + form, forms.get(form)!)));
  return true;
}

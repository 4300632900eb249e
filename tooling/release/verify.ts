/** Whether releases in a store are as they were made: every file by its hash, compressed forms included. */
import type { Integrity, Release } from '../../shared/contracts/registry.ts';
import { damagedForms } from '../../shared/node/http/released-file.ts';
import { writerOf } from '../../shared/release-store/store-writer.ts';
import { isIntact } from '../../shared/releases/integrity.ts';
import { someAtATime } from './some-at-a-time.ts';

/** Files that are compared at a time: each is read into memory. */
const CONCURRENT_READS = 16;

/** Names of files of a release that are missing or altered, by its own list. */
export async function damagedFiles(store: string, { name, version, files }: Release): Promise<string[]> {
  const { read } = reader(store, name, version);
  const damaged = await someAtATime(Object.entries(files), CONCURRENT_READS, async ([file, integrity]) => {
    const forms = await damagedForms(
      (form) => read(file + form),
      (bytes) => isIntact(bytes, integrity),
    );
    return forms.map((form) => file + form);
  });
  return damaged.flat().toSorted();
}

/** The same, `release.json` included. @param integrity of `release.json`, as the registry has it */
export async function damagedRelease(
  store: string,
  { name, version }: Pick<Release, 'name' | 'version'>,
  integrity: Integrity,
): Promise<string[]> {
  const document = await reader(store, name, version).read('release.json');
  if (!document || !isIntact(document, integrity)) return ['release.json'];
  return damagedFiles(store, JSON.parse(document.toString('utf8')) as Release);
}

function reader(store: string, name: string, version: string) {
  const files = writerOf(store);
  return { read: (file: string) => files.read(`${name}/${version}/${file}`) };
}

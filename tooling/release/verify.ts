/** Whether releases in a store are as they were made: every file by its hash, compressed forms included. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Integrity, Release } from '../../shared/contracts/registry.ts';
import { damagedForms } from '../../shared/node/released-file.ts';
import { integrityOf } from '../../shared/releases/integrity.ts';

/** Names of files of a release that are missing or altered, by its own list. */
export async function damagedFiles(directory: string, { files }: Release): Promise<string[]> {
  const each = Object.entries(files).map(async ([file, integrity]) =>
    (await damagedForms(path.join(directory, file), (bytes) => integrityOf(bytes) === integrity)).map(
      (form) => file + form,
    ),
  );
  return (await Promise.all(each)).flat();
}

/** The same, `release.json` included. @param integrity of `release.json`, as the registry has it */
export async function damagedRelease(directory: string, integrity: Integrity): Promise<string[]> {
  const document = await readFile(path.join(directory, 'release.json')).catch(() => undefined);
  if (!document || integrityOf(document) !== integrity) return ['release.json'];
  return damagedFiles(directory, JSON.parse(document.toString('utf8')) as Release);
}

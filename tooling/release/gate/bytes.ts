import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Release } from '../../../shared/contracts/registry.ts';
import { repositoryRoot } from '../../workspace/root.ts';

/** How much of its remote's code a page may load, in bytes with brotli; the shell has about 97,900 more. */
const PAGE_BYTES = 17_400;

/** Higher limits by path pattern, which a remote's package.json gives as `pageBytes`. */
export type PageBytes = Readonly<Record<string, number>>;

/** @param folder of the release */
export async function byteRefusals(release: Release, folder: string, higher: PageBytes): Promise<string[]> {
  const each = release.routes.map(async ({ path: pattern, files }) => {
    const limit = higher[pattern] ?? PAGE_BYTES;
    const sizes = await Promise.all(
      [...release.entryFiles, ...files].map((file) => sentBytes(path.join(folder, file))),
    );
    const sum = sizes.reduce((all, size) => all + size, 0);
    if (sum <= limit) return [];
    return [
      `Its page ${pattern} loads ${inWords(sum)} bytes of code (brotli), and ${inWords(limit)} are allowed. Load what is not ` +
        `needed at once with import(), or allow more in ${release.name}/package.json: "pageBytes": { "${pattern}": … }`,
    ];
  });
  return (await Promise.all(each)).flat();
}

export async function pageBytesOf(name: string): Promise<PageBytes> {
  const text = await readFile(path.join(repositoryRoot, name, 'package.json'), 'utf8');
  return (JSON.parse(text) as { pageBytes?: PageBytes }).pageBytes ?? {};
}

/** Small files have no compressed form. */
async function sentBytes(file: string): Promise<number> {
  return (await stat(`${file}.br`).catch(() => stat(file))).size;
}

const inWords = (bytes: number): string => bytes.toLocaleString('en-GB');

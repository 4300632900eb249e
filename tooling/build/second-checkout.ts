/** The repository once more, in another folder, for tests that need one of their own. */
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { folderOfProcess } from '../processes/temporary-folder.ts';
import { INSTALLED_STAMP, lockHash } from '../workspace/installed.ts';
import { repositoryRoot } from '../workspace/root.ts';

/** What builds and programs write to, so not shared with the other folder. */
const OUTPUT = /^(dist|dist-development|\.cache|\.vite|\.vite-temp|\.git|\.data|test-results)$/;
/** What programs keep in `node_modules` for themselves: they write it while tests run, and find it by its path. */
const KEPT_BY_PROGRAMS = /^\.(?!bin$)/;

export interface SecondCheckout {
  folder: string;
  remove(): Promise<void>;
}

/** Makes the checkout. The installed packages are linked, since copying takes long: nothing may write into them. */
export async function secondCheckout(): Promise<SecondCheckout> {
  // Below the first one, since links do not reach into another file system.
  const home = path.join(repositoryRoot, '.cache', 'checkouts');
  await mkdir(home, { recursive: true });
  const scratch = await folderOfProcess(home, 'deeper');
  const folder = path.join(scratch, 'website');
  copyTree(repositoryRoot, folder, copyFileSync);
  // Programs look for git's ignore files upwards only as far as the folder in which a repository begins.
  await mkdir(path.join(folder, '.git'));
  await noteInstalled(folder);
  await takeOver(folder);
  return { folder, remove: () => rm(scratch, { recursive: true, force: true }) };
}

/** What was compiled and type-checked here need not be done again there: Node and tsc compare the contents of files. */
async function takeOver(folder: string): Promise<void> {
  const [checked, compiled] = ['.cache/types.tsbuildinfo', '.cache/node'];
  await mkdir(path.join(folder, '.cache'), { recursive: true });
  // Where nothing was checked yet, all of it is checked there.
  await copyFile(path.join(repositoryRoot, checked), path.join(folder, checked)).catch(() => {});
  // Node replaces these files, and never writes into one.
  if (existsSync(path.join(repositoryRoot, compiled)))
    copyTree(path.join(repositoryRoot, compiled), path.join(folder, compiled), linkUnlessGone);
}

/** Node writes such a file under another name first, which may be gone when it is to be linked. */
function linkUnlessGone(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** The packages are those of the lock file as it is now. */
async function noteInstalled(folder: string): Promise<void> {
  const stamp = path.join(folder, INSTALLED_STAMP);
  await rm(stamp, { force: true });
  await writeFile(stamp, await lockHash(folder));
}

/** One by one is quickest for so many small files. */
function copyTree(from: string, to: string, copy: (source: string, target: string) => void): void {
  const inPackages = path.basename(from) === 'node_modules';
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (copy === copyFileSync && OUTPUT.test(entry.name)) continue;
    if (inPackages && entry.isDirectory() && KEPT_BY_PROGRAMS.test(entry.name)) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, target, entry.name === 'node_modules' ? linkSync : copy);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.isFile()) copy(source, target);
  }
}

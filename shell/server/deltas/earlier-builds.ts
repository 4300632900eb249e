/** The shell's files that pages may name: a new build replaces earlier ones, so those that ran here are kept. */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { draftOf, isLeftBehind } from 'shared/node/files/draft';

/** How many earlier builds are kept: for open tabs, and for browsers that come back with their files. */
const EARLIER_BUILDS = 3;
const ID_LENGTH = 14;

/**
 * Keeps the files of the build that runs now, for the builds after it, and finds those before it.
 * @param home folder of all kept builds
 * @param assets folder of the files of this build
 * @param report gets what keeps this build from being kept, such as a full disk: those before it are still there
 * @param now when it begins to run
 * @returns the folders of the builds before it, latest first
 */
export async function keepBuild(
  home: string,
  assets: string,
  report: (error: unknown) => void,
  now = new Date(),
): Promise<string[]> {
  const files = (await readdir(assets)).toSorted();
  const own = placeOf(home, files);
  const earlier = (await builds(home)).filter((folder) => folder !== own);
  const isKnown = await utimes(own, now, now).then(
    () => true,
    () => false,
  );
  if (!isKnown) await copy(own, assets, files, now).catch(report);
  // Other processes may run beside this one, each with its own build: theirs are among the latest.
  for (const folder of earlier.slice(EARLIER_BUILDS)) await rm(folder, { recursive: true, force: true });
  return earlier.slice(0, EARLIER_BUILDS);
}

/** The folder in which {@link keepBuild} keeps the build with these files. */
export async function copyOf(home: string, assets: string): Promise<string> {
  return placeOf(home, (await readdir(assets)).toSorted());
}

/** Names of files hold the hashes of their content. */
function placeOf(home: string, files: readonly string[]): string {
  return path.join(home, createHash('sha256').update(files.join()).digest('hex').slice(0, ID_LENGTH));
}

async function copy(own: string, assets: string, files: string[], now: Date): Promise<void> {
  const draft = draftOf(own);
  try {
    await mkdir(draft, { recursive: true });
    for (const file of files) await copyFile(path.join(assets, file), path.join(draft, file));
    await utimes(draft, now, now);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  // Another process may have been quicker to write the same build.
  await rename(draft, own).catch(() => rm(draft, { recursive: true, force: true }));
}

/** Folders of builds, the most recently started first. */
async function builds(home: string): Promise<string[]> {
  const names = await readdir(home).catch((): string[] => []);
  for (const draft of names.filter((name) => name.includes('.')).map((name) => path.join(home, name)))
    if (await isLeftBehind(draft)) await rm(draft, { recursive: true, force: true });
  const whole = names.filter((name) => !name.includes('.')).map((name) => path.join(home, name));
  const dated = await Promise.all(
    whole.map(async (folder) => {
      // Another process that begins now may have removed it.
      const found = await stat(folder).catch(() => undefined);
      return found ? [{ folder, at: found.mtimeMs }] : [];
    }),
  );
  return dated
    .flat()
    .toSorted((a, b) => b.at - a.at)
    .map(({ folder }) => folder);
}

/**
 * A file of its own for what a shell has counted: for its next start, and for `npm run releases`. Several shells that
 * share a folder have one file each, by host and port.
 */
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { writeWhole } from 'shared/node/files/whole-file';
import { z } from 'zod';
import { releaseCounts, type ReleaseCounts } from './counts.ts';

/** Counts by `<remote>/<version>`. */
export type CountsByRelease = Record<string, ReleaseCounts>;

/** How long the counts of a shell that has stopped are kept, in milliseconds. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

const document = z.object({ releases: z.record(z.string(), releaseCounts) });

const folderIn = (dataDir: string): string => path.join(dataDir, 'observed');

export function observedFile(dataDir: string, port: number): string {
  return path.join(folderIn(dataDir), `${hostname()}-${port}.json`);
}

/** @returns nothing if the file does not exist or cannot be read: counting then starts over */
export async function readObserved(file: string): Promise<CountsByRelease> {
  try {
    return document.parse(JSON.parse(await readFile(file, 'utf8'))).releases;
  } catch {
    return {};
  }
}

/** Replaces the file as a whole, so that a concurrent reader gets the previous one. */
export async function writeObserved(file: string, releases: CountsByRelease): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeWhole(file, JSON.stringify({ releases }));
}

/** What all shells with this `DATA_DIR` have counted, one entry per shell. */
export async function readAllObserved(dataDir: string): Promise<CountsByRelease[]> {
  const folder = folderIn(dataDir);
  const files = await readdir(folder).catch(() => []);
  return Promise.all(
    files.filter((file) => file.endsWith('.json')).map((file) => readObserved(path.join(folder, file))),
  );
}

/** Removes the files of shells that stopped long ago: a container without a fixed name has another at each start. */
export async function forgetStoppedShells(dataDir: string): Promise<void> {
  const folder = folderIn(dataDir);
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    // Another shell may have removed it by now.
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs < Date.now() - KEPT_MS) await rm(file, { force: true });
  }
}

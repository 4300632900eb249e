/** Reads and writes `registry.json` of a release store on disk: one writer at a time, every write atomic. */
import { copyFile, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Registry } from '../../shared/contracts/registry.ts';

const SCHEMA = 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json';
const LOCK_STALE_MS = 30_000;
const LOCK_RETRY_MS = 50;

export async function readRegistry(store: string): Promise<Registry> {
  try {
    return JSON.parse(await readFile(path.join(store, 'registry.json'), 'utf8')) as Registry;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { schema: SCHEMA, microFrontends: {} };
  }
}

/**
 * Changes the registry. The document before the change is kept as `registry.previous.json`.
 * @param change gets the current document and gives the next one; what it throws leaves the registry as it was
 */
export async function updateRegistry(store: string, change: (registry: Registry) => Registry): Promise<Registry> {
  await mkdir(store, { recursive: true });
  const file = path.join(store, 'registry.json');
  const unlock = await lock(`${file}.lock`);
  try {
    const next = change(await readRegistry(store));
    await writeDurably(`${file}.next`, `${JSON.stringify(next, null, 1)}\n`);
    await copyFile(file, path.join(store, 'registry.previous.json')).catch(ignoreMissing);
    await rename(`${file}.next`, file);
    return next;
  } finally {
    await unlock();
  }
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Two releases at the same time must not lose one another: the second waits. */
async function lock(file: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      await (await open(file, 'wx')).close();
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const held = await stat(file).catch(() => undefined);
    if (held && Date.now() - held.mtimeMs > LOCK_STALE_MS) await rm(file, { force: true });
    else await delay(LOCK_RETRY_MS);
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** Reads and writes `registry.json` of a release store on disk: one writer at a time, every write atomic. */
import { copyFile, mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Registry } from '../contracts/registry.ts';
import { readRegistryDocument, RegistryError } from '../releases/registry-document.ts';
import { withLock } from '../node/file-lock.ts';

const SCHEMA = 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json';

/** What a store has: the releases that can be read, what cannot be, one sentence each, and the document as it is. */
interface Stored {
  registry: Registry;
  complaints: string[];
  document: { microFrontends: Record<string, unknown> };
}

/** The releases of a store, without entries that cannot be read. @throws RegistryError when the document is no registry */
export async function readRegistry(store: string): Promise<Registry> {
  return (await readStored(store)).registry;
}

/**
 * Changes the registry. The document before the change is kept as `registry.previous.json`, and so are entries that
 * cannot be read: they are another team's to mend.
 * @param change gets the current document and gives the next one; what it throws leaves the registry as it was
 */
export async function updateRegistry(store: string, change: (registry: Registry) => Registry): Promise<Registry> {
  await mkdir(store, { recursive: true });
  const file = path.join(store, 'registry.json');
  return withLock(`${file}.lock`, async () => {
    const { registry, document } = await readStored(store);
    const next = change(registry);
    if (next === registry) return next;
    const text = JSON.stringify(withUnreadable(next, registry, document), null, 1);
    await writeDurably(`${file}.next`, `${text}\n`);
    await copyFile(file, path.join(store, 'registry.previous.json')).catch(ignoreMissing);
    await rename(`${file}.next`, file);
    return next;
  });
}

/** What a store has. @throws RegistryError when its document is no registry at all */
export async function readStored(store: string): Promise<Stored> {
  const file = path.join(store, 'registry.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => ignoreMissing(error));
  if (text === undefined) {
    const empty: Registry = { schema: SCHEMA, microFrontends: {} };
    return { registry: empty, complaints: [], document: empty };
  }
  try {
    const document = JSON.parse(text) as Stored['document'];
    return { ...readRegistryDocument(document), document };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RegistryError)) throw error;
    throw new RegistryError(
      `${file} cannot be read: ${error.message}. Mend it, or put registry.previous.json in its place.`,
    );
  }
}

function withUnreadable(next: Registry, read: Registry, { microFrontends }: Stored['document']): object {
  const all: Record<string, unknown> = { ...microFrontends };
  for (const [name, entries] of Object.entries(next.microFrontends)) {
    const stored = Object.hasOwn(microFrontends, name) ? microFrontends[name] : undefined;
    const readable: readonly unknown[] = read.microFrontends[name] ?? [];
    const unreadable = Array.isArray(stored) ? stored.filter((entry) => !readable.includes(entry)) : [];
    all[name] = [...entries, ...unreadable];
  }
  for (const name of Object.keys(read.microFrontends)) if (!Object.hasOwn(next.microFrontends, name)) delete all[name];
  return { ...next, microFrontends: all };
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

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}

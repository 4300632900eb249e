/** Reads and writes a release store's `registry.json`, in a folder or `s3://bucket/prefix`: no change is ever lost. */
import type { Registry } from '../contracts/registry.ts';
import { readRegistryDocument, RegistryError } from '../releases/registry-document.ts';
import { writerOf } from './store-writer.ts';

const SCHEMA = 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json';

/**
 * The contents of a store: the releases that can be read, one sentence on each that cannot, and the document as it is.
 */
interface Stored {
  registry: Registry;
  complaints: string[];
  document: { microFrontends: Record<string, unknown> };
}

/** The releases of a store, without unreadable entries. @throws RegistryError when the document is not a registry */
export async function readRegistry(store: string): Promise<Registry> {
  return (await readStored(store)).registry;
}

/**
 * Changes the registry. The document before the change is kept as `registry.previous.json`. Entries that cannot be read
 * stay in the registry: another team has to fix them.
 * @param change gets the current document and returns the next one; if it throws, the registry stays as it was. It is
 * called again with a newer document if another writer was faster
 */
export async function updateRegistry(store: string, change: (registry: Registry) => Registry): Promise<Registry> {
  let next: Registry;
  await writerOf(store).changeRegistry((text) => {
    const { registry, document } = storedIn(text, store);
    next = change(registry);
    if (next === registry) return undefined;
    return `${JSON.stringify(withUnreadable(next, registry, document), null, 1)}\n`;
  });
  return next!;
}

/** The contents of a store. @throws RegistryError when its document is no registry at all */
export async function readStored(store: string): Promise<Stored> {
  return storedIn(await writerOf(store).readRegistry(), store);
}

/** The same of a text that was read there. @throws RegistryError */
export function storedIn(text: string | undefined, store: string): Stored {
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
      `${store}/registry.json cannot be read: ${error.message}. Repair it, or put registry.previous.json in its place.`,
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

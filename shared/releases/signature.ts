/** Signatures of releases: reading or writing the store does not entitle anyone to say what runs on the site. */
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { Registry, RegistryEntry } from '../contracts/registry.ts';
import { knownRelease, previousRelease } from './current.ts';
import { withEntries, withExtras } from './entries.ts';

/** A public key; the releases that it signed may run. */
export interface ReleaseKey {
  key: KeyObject;
  /** The one remote whose releases it may sign; undefined: any. */
  remote?: string | undefined;
}

const KEY_ID_LENGTH = 16;

/** Names a key in signatures. @param key public, or the private one of the same pair */
export function keyIdOf(key: KeyObject): string {
  const der = publicPart(key).export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(der).digest('hex').slice(0, KEY_ID_LENGTH);
}

/** The public key of a pair. */
export function publicPart(key: KeyObject): KeyObject {
  return key.type === 'private' ? createPublicKey(key) : key;
}

/** The registry with a release signed. A release that already has this key's signature stays as it is. */
export function withSignature(registry: Registry, name: string, version: string, key: KeyObject): Registry {
  const entry = knownRelease(registry, name, version);
  if (!entry || complaintAbout(name, entry, [{ key: publicPart(key) }]) === undefined) return registry;
  const value = sign(null, signedText(name, entry), key).toString('base64');
  return withExtras(registry, name, version, { signature: { keyId: keyIdOf(key), value } });
}

/**
 * The registry without releases that none of the keys signed, and a sentence on each of these. Where one was current,
 * the signed one before it is: an unsigned release must not take a part of the site away.
 */
export function signedReleases(
  registry: Registry,
  keys: readonly ReleaseKey[],
): { registry: Registry; complaints: string[] } {
  const complaints: string[] = [];
  let signed = registry;
  for (const [name, entries] of Object.entries(registry.microFrontends)) {
    const left = new Map(entries.map((entry) => [entry, complaintAbout(name, entry, keys)]));
    const kept = entries.filter((entry) => left.get(entry) === undefined);
    signed = withEntries(signed, name, kept);
    for (const [{ metadata, deployment }, complaint] of left) {
      if (complaint === undefined) continue;
      const previous = deployment.default ? previousRelease(signed, name) : undefined;
      if (previous) {
        const instead = kept.map((entry) => (entry === previous ? asCurrent(entry) : entry));
        signed = withEntries(signed, name, instead);
      }
      const instead = previous ? ` ${previous.metadata.version} is shown in its place.` : '';
      complaints.push(`Release ${metadata.version} of ${name} is left out: ${complaint}.${instead}`);
    }
  }
  return { registry: signed, complaints };
}

function complaintAbout(name: string, entry: RegistryEntry, keys: readonly ReleaseKey[]): string | undefined {
  const { signature } = entry.extras;
  if (!signature) return 'it is not signed';
  const known = keys.find(({ key, remote = name }) => remote === name && keyIdOf(key) === signature.keyId);
  if (!known) return `it is signed with the key ${signature.keyId}, which may not sign ${name}`;
  const isGenuine = verify(null, signedText(name, entry), known.key, Buffer.from(signature.value, 'base64'));
  return isGenuine ? undefined : 'its signature does not match';
}

/**
 * The text that is signed: whose release it is, and everything that follows from it. `release.json` has every file's
 * hash; what the entry repeats of it is signed too, because the shell relies on it. Who made it current, and when, is
 * left out: that changes later.
 */
function signedText(name: string, { url, metadata, extras }: RegistryEntry): Buffer {
  const { routes, findable, release, server, contract } = extras;
  const found = findable && [findable.pages.map(({ path, changed }) => [path, changed]), findable.siteMaps];
  const files = [url, metadata.integrity, release.url, release.integrity, server.url, server.integrity];
  return Buffer.from(JSON.stringify(['release 1', name, metadata.version, files, contract, routes, found ?? null]));
}

const asCurrent = (entry: RegistryEntry): RegistryEntry => ({ ...entry, deployment: { traffic: 100, default: true } });

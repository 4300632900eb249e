/** The releasing side's key: made once, kept where releases are made, and what is signed with it. */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { folder, readEnv } from '../../shared/node/env.ts';
import { makePrivateFolder } from '../../shared/node/files/private-folder.ts';
import { readRegistry, updateRegistry } from '../../shared/release-store/registry-file.ts';
import { knownRelease } from '../../shared/releases/current.ts';
import { keyIdOf, publicPart, withSignature } from '../../shared/releases/signature.ts';
import { CommandError } from '../processes/command-error.ts';
import { damagedReleases } from './listing.ts';
import { RefusedRelease } from './refused-release.ts';

const ALLOWED = 'an Ed25519 private key as PEM, or the path of a file with one; `npm run releases -- keygen` makes it';
const FILE = 'release-signing-key.pem';

const signing = z.object({
  RELEASE_SIGNING_KEY: z
    .string()
    .transform((value, context) => {
      const key = privateKey(value);
      if (key?.asymmetricKeyType === 'ed25519') return key;
      context.addIssue({ code: 'custom', message: ALLOWED });
      return z.NEVER;
    })
    .optional(),
});

type Source = Record<string, string | undefined>;

/** The key of `RELEASE_SIGNING_KEY`, or undefined: releases are not signed then. @throws EnvError */
export function signingKey(source: Source = process.env): KeyObject | undefined {
  return readEnv(signing, source).RELEASE_SIGNING_KEY;
}

function privateKey(value: string): KeyObject | undefined {
  try {
    return createPrivateKey(value.startsWith('-----BEGIN') ? value : readFileSync(value));
  } catch {
    return undefined;
  }
}

/** The public key of a pair as `RELEASE_PUBLIC_KEYS` has it. */
export function publicKeyText(key: KeyObject): string {
  return publicPart(key).export({ type: 'spki', format: 'der' }).toString('base64');
}

/**
 * Makes a pair of keys; the private one goes into `DATA_DIR/release-signing-key.pem`, which its owner alone can read.
 * @returns what goes where, for people
 * @throws CommandError when there is such a file
 */
export async function makeKeys(source: Source = process.env): Promise<string> {
  const { DATA_DIR } = readEnv(z.object({ DATA_DIR: folder.prefault('.data') }), source);
  const { privateKey: key } = generateKeyPairSync('ed25519');
  const file = path.join(DATA_DIR, FILE);
  makePrivateFolder(DATA_DIR);
  const pem = key.export({ type: 'pkcs8', format: 'pem' });
  await writeFile(file, pem, { mode: 0o600, flag: 'wx' }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST')
      throw new CommandError(`${file} exists already, and releases may be signed with it. Move it away first.`);
    // On a full disk it exists, and is empty: the next one would take it for a key.
    await rm(file, { force: true });
    throw error;
  });
  return `Key ${keyIdOf(key)} is made.
Where releases are made (CI): RELEASE_SIGNING_KEY=${file}, or what the file holds. Keep it secret.
Where the site runs: RELEASE_PUBLIC_KEYS=${publicKeyText(key)}
  (add it to those that are there, after a comma; with "mf-blog:" before it, it counts for that remote alone)
Releases from before: RELEASE_SIGNING_KEY=… npm run releases -- sign, before the site gets the public key
  (with -w mf-blog for a key of that remote alone: signatures of other keys are replaced).`;
}

/** What {@link signAll} did. */
export interface SigningResult {
  /** Releases that it signed, as `<remote> <version>`. */
  signed: string[];
  /** Those that lack this key's signature, one sentence on each. */
  unsigned: string[];
}

/**
 * Signs releases that were made before there was a key, or with another one. Their files are verified first: one that
 * is damaged, or that came or was altered since, stays as it is.
 * @throws RefusedRelease without a key
 */
export async function signAll(store: string, remote?: string, key = signingKey()): Promise<SigningResult> {
  if (!key) throw new RefusedRelease(`RELEASE_SIGNING_KEY is not set. It is ${ALLOWED}.`);
  const verified = await readRegistry(store);
  const damaged = new Map(
    (await damagedReleases(verified, store, remote)).map(({ name, version, files }) => [`${name} ${version}`, files]),
  );
  let result: SigningResult = { signed: [], unsigned: [] };
  await updateRegistry(store, (registry) => {
    result = { signed: [], unsigned: [] };
    let next = registry;
    for (const [name, entries] of Object.entries(registry.microFrontends)) {
      if (remote !== undefined && name !== remote) continue;
      for (const { metadata, extras } of entries) {
        const release = `${name} ${metadata.version}`;
        const withIt = withSignature(next, name, metadata.version, key);
        if (withIt === next) continue;
        const files = damaged.get(release);
        const seen = knownRelease(verified, name, metadata.version);
        if (files) {
          result.unsigned.push(`${release} is damaged (${files.join(', ')}).`);
        } else if (seen?.extras.release.integrity !== extras.release.integrity) {
          result.unsigned.push(`${release} came, or was altered, while files were verified.`);
        } else {
          next = withIt;
          result.signed.push(release);
        }
      }
    }
    return next;
  });
  return result;
}

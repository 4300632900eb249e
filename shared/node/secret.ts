/** The installation's secret: signs cookies, tokens and the hop between the shell's server and the API. */
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { EnvError } from './env.ts';
import { inDataDir } from './files/data-dir.ts';
import { makePrivateFolder } from './files/private-folder.ts';

const FILE = 'session-secret';
const MIN_LENGTH = 32;

interface SecretSource {
  /** `SESSION_SECRET`, if set. */
  given?: string | undefined;
  /** `DATA_DIR`, absolute. */
  dataDir: string;
}

/**
 * The given secret, or the one kept in `DATA_DIR/session-secret` (mode 0600), made on first use. Processes that
 * start at the same moment agree on one: the file appears complete, and the first one stays.
 * @throws EnvError if the kept file cannot be read or made, or holds too little to be a secret
 */
export function sessionSecret(source: SecretSource): string {
  const { dataDir } = source;
  return (
    knownSecret(source) ??
    checked(
      inDataDir(dataDir, () => create(join(dataDir, FILE), dataDir)),
      source,
    )
  );
}

/**
 * The same for a command that runs beside the site, without making a secret: undefined if there is none yet.
 * @throws as {@link sessionSecret}
 */
export function knownSecret(source: SecretSource): string | undefined {
  if (source.given) return source.given;
  const kept = read(join(source.dataDir, FILE));
  return kept === undefined ? undefined : checked(kept, source);
}

function checked(kept: string, { dataDir }: SecretSource): string {
  const path = join(dataDir, FILE);
  if (kept.length < MIN_LENGTH) {
    throw new EnvError(
      `${path} holds fewer than ${MIN_LENGTH} characters. Delete it to have a new one made, or set SESSION_SECRET.`,
    );
  }
  return kept;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    // Below a file there is none, and none can be made.
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined;
    throw new EnvError(
      `${path} cannot be read (${(error as Error).message}). Make it a file that you own, or set SESSION_SECRET.`,
      { cause: error },
    );
  }
}

/** Writes beside the target and links it into place: no other process ever reads half a secret. */
function create(path: string, dataDir: string): string {
  makePrivateFolder(dataDir);
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeSync(file, `${randomBytes(32).toString('base64url')}\n`);
    fsyncSync(file);
    linkSync(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    closeSync(file);
    unlinkSync(draft);
  }
  return readFileSync(path, 'utf8').trim();
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

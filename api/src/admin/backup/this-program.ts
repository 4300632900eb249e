/** Which version of the program made a backup, in case that version is needed again. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import programPackage from '../../../package.json' with { type: 'json' };
import type { Manifest } from './manifest.ts';

/** Has the commit in an image, which has no Git (`deploy/Containerfile`). */
const REVISION_FILE = 'revision';

/** @param root the program's folder: a checkout, or an image's */
export async function thisProgram(
  root: string = path.join(import.meta.dirname, '../../../..'),
): Promise<Manifest['program']> {
  const commit = (await commitOf(root)) ?? (await revisionOf(root));
  return { version: programPackage.version, ...(commit ? { commit } : {}), node: process.version };
}

/** A checkout may belong to another user than the one that the program runs as. */
async function commitOf(root: string): Promise<string | undefined> {
  return await promisify(execFile)('git', ['-c', 'safe.directory=*', 'rev-parse', 'HEAD'], { cwd: root }).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
}

async function revisionOf(root: string): Promise<string | undefined> {
  return await readFile(path.join(root, REVISION_FILE), 'utf8').then(
    (text) => text.trim() || undefined,
    () => undefined,
  );
}

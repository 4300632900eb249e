/** How commands end when they cannot do what was asked. */
import { EnvError } from '../../shared/node/env.ts';
import { StoreError } from '../../shared/node/files/store-error.ts';
import { RegistryError } from '../../shared/releases/registry-document.ts';

/** Says in one sentence what is wrong and what is allowed, to the person who typed the command. */
export class CommandError extends Error {}

/** Sentences for errors of the disk, by code. */
const diskTrouble: Record<string, string> = {
  ENOSPC: 'The disk is full',
  EDQUOT: 'The quota of the disk is used up',
  EFBIG: 'A file became larger than allowed',
  EROFS: 'The disk can only be read',
  EACCES: 'This user may not do that',
  EPERM: 'This user may not do that',
  ENOTDIR: 'A file is where a folder should be',
  EISDIR: 'A folder is where a file should be',
};

/** Prints an error's sentence for people, or else its stack, and ends the process with status 1. */
export function endWith(error: unknown): never {
  console.error(sentenceOf(error) ?? error);
  process.exit(1);
}

/** @returns undefined for what nobody expects */
export function sentenceOf(error: unknown): string | undefined {
  const kinds = [CommandError, EnvError, RegistryError, StoreError];
  if (kinds.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code = '', syscall, message } = error as NodeJS.ErrnoException;
  // Node says ENOENT of a folder with its parents even where the disk can only be read.
  const isNoFolder = syscall === 'mkdir' && ['ENOENT', 'ENOTDIR', 'EEXIST'].includes(code);
  const trouble = isNoFolder ? 'A folder cannot be made' : Object.hasOwn(diskTrouble, code) && diskTrouble[code];
  return trouble ? `${trouble}: ${message}.` : undefined;
}

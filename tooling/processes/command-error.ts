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
};

/** Prints an error's sentence for people, or else its stack, and ends the process with status 1. */
export function endWith(error: unknown): never {
  console.error(sentenceOf(error) ?? error);
  process.exit(1);
}

function sentenceOf(error: unknown): string | undefined {
  const kinds = [CommandError, EnvError, RegistryError, StoreError];
  if (kinds.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const trouble = Object.hasOwn(diskTrouble, code) ? diskTrouble[code] : undefined;
  return trouble && `${trouble}: ${message}.`;
}

/** How commands end when they cannot do what was asked. */
import { EnvError } from '../../shared/node/env.ts';
import { diskTrouble } from '../../shared/node/files/disk-trouble.ts';
import { StoreError } from '../../shared/node/files/store-error.ts';
import { RegistryError } from '../../shared/releases/registry-document.ts';

/** Says in one sentence what is wrong and what is allowed, to the person who typed the command. */
export class CommandError extends Error {}

/** Prints an error's sentence for people, or else its stack, and ends the process with status 1. */
export function endWith(error: unknown): never {
  console.error(sentenceOf(error) ?? error);
  process.exit(1);
}

/** @returns undefined for the unexpected */
export function sentenceOf(error: unknown): string | undefined {
  const kinds = [CommandError, EnvError, RegistryError, StoreError];
  if (kinds.some((kind) => error instanceof kind)) return (error as Error).message;
  return diskTrouble(error);
}

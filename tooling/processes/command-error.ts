/** How commands end when they cannot do what was asked. */
import { EnvError } from '../../shared/node/env.ts';
import { StoreError } from '../../shared/release-store/store-error.ts';
import { RegistryError } from '../../shared/releases/registry-document.ts';

/** Says in one sentence what is wrong and what is allowed, to the person who typed the command. */
export class CommandError extends Error {}

/** Prints the sentence of an error that has one for people, and any other with its stack; ends the process with status 1. */
export function endWith(error: unknown): never {
  const isForPeople = [CommandError, EnvError, RegistryError, StoreError].some((kind) => error instanceof kind);
  console.error(isForPeople ? (error as Error).message : error);
  process.exit(1);
}

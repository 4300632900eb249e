import { stripVTControlCharacters } from 'node:util';

/**
 * Ends a build program with the error's own words: file, line and the code there. The stack is the build tool's own,
 * and says nothing about the sources. Colours are for terminals.
 */
export function endWithBuildError(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  // Where a plugin refuses something, the message has its own stack.
  const words = message.replaceAll(/\n +at .*/g, '');
  console.error(process.stderr.isTTY ? words : stripVTControlCharacters(words));
  process.exit(1);
}

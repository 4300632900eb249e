/** Reads what is typed after a command. Whatever is not understood is reported in a sentence. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { CommandError, endWith } from './command-error.ts';

/** Options and other words. @param usage what is allowed, for the sentence @throws CommandError */
export function commandArguments<const T extends ParseArgsConfig>(config: T, usage: string) {
  try {
    return parseArgs({ ...config, allowPositionals: true });
  } catch (error) {
    throw notUnderstood(error, usage);
  }
}

/** Options of a command that takes no other words. Anything that is not understood ends the process with a sentence. */
export function optionsAlone<const T extends NonNullable<ParseArgsConfig['options']>>(options: T) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    const names = Object.keys(options).map((name) => `--${name}`);
    return endWith(notUnderstood(error, `Allowed: ${names.join(', ')}.`));
  }
}

/** For a command that takes no words: the first one ends the process with a sentence. @param usage what is allowed */
export function noArguments(usage: string): void {
  const [word] = process.argv.slice(2);
  if (word !== undefined) endWith(new CommandError(`"${word}" is not understood. ${usage}`));
}

/** @param more words after those that the command takes @throws CommandError when there are any */
export function nothingMore(more: string[], usage: string): void {
  if (more.length > 0) throw new CommandError(`"${more[0]}" is one word too many. ${usage}`);
}

function notUnderstood(error: unknown, usage: string): CommandError {
  return new CommandError(`${(error as Error).message.split('. ')[0]!.replace(/\.$/, '')}. ${usage}`);
}

/** A whole number. @param what comes before it: `--days` @throws CommandError */
export function wholeNumberOf(what: string, given: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new CommandError(`${what} takes a whole number from ${least} to ${most}, not "${given}".`);
}

/** A share of the visitors, with two decimals at most. @throws CommandError */
export function percentOf(what: string, given: string): number {
  const number = /^\d{1,3}(\.\d{1,2})?$/.test(given) ? Number(given) : Number.NaN;
  if (number <= 100) return number;
  throw new CommandError(`${what} takes a percentage from 0 to 100, like 10 or 0.5, not "${given}".`);
}

/** What a step of `npm test` counts and remembers, and how the end of its output reports it. */
import { stripVTControlCharacters } from 'node:util';

export interface FailedTest {
  /** What did not pass: the test's file and titles, a check, or a step. */
  name: string;
  /** What it said, as it came. */
  error: string;
  /** What servers said during the test. */
  said?: string;
  /** It passed at its second attempt. */
  flaky?: boolean;
}

export interface Tally {
  /** Includes those that passed at their second attempt. */
  passed: number;
  failed: number;
  /** Includes those that passed at their second attempt. */
  failures: FailedTest[];
}

/** How many tests passed at their second attempt. */
export const secondAttemptsOf = ({ failures }: Tally): number => failures.filter(({ flaky }) => flaky).length;

/** @returns the same where at most this many tests needed a second attempt; else they all count as failed */
export function withFewSecondAttempts(tally: Tally, flakyMax: number): Tally {
  const flaky = secondAttemptsOf(tally);
  const unforgiven = flaky > flakyMax ? flaky : 0;
  return { ...tally, passed: tally.passed - unforgiven, failed: tally.failed + unforgiven };
}

/** Enough of each error to know where to look; all of it is further up. */
const SHOWN_LINES = 12;
const SHOWN_COLUMNS = 240;
/** The same for what servers said, but the last lines: they were said when the test gave up. */
const SHOWN_SAID = 6;

/** @returns one paragraph per failure: its name, and below it the first lines of its error. Empty if there are none. */
export function failuresInWords(failures: readonly FailedTest[]): string {
  return failures
    .map(({ name, error, said = '', flaky }) => {
      const lines = [...linesOf(error).slice(0, SHOWN_LINES), ...linesOf(said).slice(-SHOWN_SAID)].map(
        (line) => `    ${line.slice(0, SHOWN_COLUMNS)}`,
      );
      return [`${flaky ? 'SECOND ATTEMPT' : 'FAILED'}  ${stripVTControlCharacters(name)}`, ...lines].join('\n');
    })
    .join('\n\n');
}

const linesOf = (text: string): string[] =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '');

/** What a step of `npm test` counts and remembers, and how the end of its output reports it. */
import { stripVTControlCharacters } from 'node:util';

export interface Failure {
  /** What did not pass: the test's file and titles, a check, or a step. */
  name: string;
  /** What it said, as it came. */
  error: string;
  /** It passed at its second attempt. */
  flaky?: boolean;
}

export interface Tally {
  passed: number;
  failed: number;
  failures: Failure[];
}

/** Of each error, enough to know where to look; all of it stands further up. */
const SHOWN_LINES = 12;
const SHOWN_COLUMNS = 240;

/** @returns one paragraph per failure: its name, and below it the first lines of its error. Empty if there are none. */
export function failuresInWords(failures: readonly Failure[]): string {
  return failures
    .map(({ name, error, flaky }) => {
      const lines = stripVTControlCharacters(error)
        .split('\n')
        .filter((line) => line.trim() !== '')
        .slice(0, SHOWN_LINES)
        .map((line) => `    ${line.slice(0, SHOWN_COLUMNS)}`);
      return [`${flaky ? 'SECOND ATTEMPT' : 'FAILED'}  ${stripVTControlCharacters(name)}`, ...lines].join('\n');
    })
    .join('\n\n');
}

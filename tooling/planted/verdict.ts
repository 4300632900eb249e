/** Whether tests noticed a fault. */
import type { Tally } from '../test-report/tally.ts';

export type Verdict = 'noticed' | 'NOT NOTICED' | 'NO TEST' | 'STALE';

/** A runner that finds no test fails, too: what counts is tests that fail, and files that do not load. */
export function verdictOf({ passed, failed, failures }: Tally, isBrowser: boolean): Verdict {
  // Playwright says outside of tests that there are none.
  if (failed > 0 || (!isBrowser && failures.length > 0)) return 'noticed';
  return passed > 0 ? 'NOT NOTICED' : 'NO TEST';
}

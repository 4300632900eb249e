/** A reporter for Playwright that writes an empty file when only a few tests are left: processors have room again. */
import { writeFileSync } from 'node:fs';
import type { FullConfig, Reporter, Suite, TestCase } from 'playwright/types/testReporter';

/** The environment's name for the file that it writes. */
export const NEARLY_DONE_FILE = 'PLAYWRIGHT_NEARLY_DONE_FILE';
/** About half a minute's work for two processors. */
const FEW = 50;

export default class NearlyDoneReporter implements Reporter {
  /** Ids of tests that have not ended yet, not even their first attempt. */
  readonly #left = new Set<string>();
  readonly #few: number;

  /** @param options `few`: how many are few, in a test of this */
  constructor({ few = FEW }: { few?: number } = {}) {
    this.#few = few;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    for (const { id } of suite.allTests()) this.#left.add(id);
  }

  onTestEnd({ id }: TestCase): void {
    if (!this.#left.delete(id) || this.#left.size !== this.#few) return;
    const file = process.env[NEARLY_DONE_FILE];
    if (!file) throw new Error(`${NEARLY_DONE_FILE} must say which file to write.`);
    writeFileSync(file, '');
  }

  printsToStdio(): boolean {
    return false;
  }
}

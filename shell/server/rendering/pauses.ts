/** How long something that failed is left alone, in milliseconds; doubled with each failure, up to the cap. */
const PAUSE_MS = 5_000;
const PAUSE_CAP_MS = 60_000;
/** After how long without a failure the earlier ones no longer count, in milliseconds. */
const FORGOTTEN_AFTER_MS = 5 * 60_000;

interface Failures {
  count: number;
  until: number;
}

/** What failed recently, so that not every visitor has to wait for it to fail again. */
export class Pauses {
  readonly #failures = new Map<string, Failures>();

  /** @param free how many failures are not followed by a pause */
  failed(key: string, { free = 0 } = {}): void {
    const now = performance.now();
    this.#forgetOld(now);
    const count = (this.#failures.get(key)?.count ?? 0) + 1;
    const pause = count <= free ? 0 : Math.min(PAUSE_MS * 2 ** (count - free - 1), PAUSE_CAP_MS);
    this.#failures.set(key, { count, until: now + pause });
  }

  isPaused(key: string): boolean {
    return (this.#failures.get(key)?.until ?? 0) > performance.now();
  }

  #forgetOld(now: number): void {
    for (const [key, { until }] of this.#failures) if (until + FORGOTTEN_AFTER_MS < now) this.#failures.delete(key);
  }
}

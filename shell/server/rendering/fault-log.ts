/** Logs a lasting fault once a minute rather than at each request. */
import type { RenderLog } from './renderer.ts';

const EVERY_MS = 60_000;

export interface Fault {
  remote: string;
  release: string;
  /** Path of the page, or of the pages that were being rendered. */
  page: string | string[];
  reason: string;
}

export class FaultLog {
  readonly #told = new Map<string, { at: number; times: number }>();

  /** Logs a fault; the line says how often it has happened since the last one. */
  tell(log: Pick<RenderLog, 'error'>, fault: Fault, err?: unknown): void {
    const now = performance.now();
    const key = [fault.remote, fault.release, fault.reason, [fault.page].flat()[0]].join(' ');
    const last = this.#told.get(key);
    if (last && now - last.at < EVERY_MS) {
      last.times += 1;
      return;
    }
    for (const [known, { at }] of this.#told) if (now - at > 10 * EVERY_MS) this.#told.delete(known);
    this.#told.set(key, { at: now, times: 0 });
    const times = (last?.times ?? 0) + 1;
    log.error({ ...fault, ...(times > 1 && { times }), ...(err !== undefined && { err }) }, 'remote failed to render');
  }
}

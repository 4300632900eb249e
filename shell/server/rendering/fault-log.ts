/** Logs a lasting fault once a minute rather than at each request, whichever of a pattern's URLs is requested. */
import type { RenderLog } from './renderer.ts';

const EVERY_MS = 60_000;

export interface Fault {
  remote: string;
  release: string;
  /** Path of the page, or of the pages that were being rendered: an example of those that the pattern matches. */
  page: string | string[];
  /** Path pattern of the page; absent if the fault is not one of a page. */
  pattern?: string | undefined;
  reason: string;
}

export class FaultLog {
  readonly #told = new Map<string, { at: number; times: number }>();

  /** Logs a fault; the line says how often it has happened since the last one. */
  tell(log: Pick<RenderLog, 'error'>, fault: Fault, err?: unknown): void {
    const now = performance.now();
    const key = [fault.remote, fault.release, fault.reason, fault.pattern].join(' ');
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

/** Removes what has outlived its purpose, from time to time; every instance does so. */
import { MINUTE_MS } from 'shared/rules/time';
import { databaseTime } from '../database/database-time.ts';
import { clearSearchIndex, clearTraces } from '../database/traces.ts';
import { endOverlongWaits } from './overlong-waits.ts';
import { type Kept, removeOutlived } from './retention.ts';

/** How often to look for what is too old. */
const INTERVAL_MS = 60 * 60 * 1000;
/** How often deleted contents are cleared from the database's side files. */
const TRACES_INTERVAL_MS = 60 * 1000;
/** By how much the clocks of those who share a database may differ. */
const CLOCKS_MS = MINUTE_MS;

export interface Housekeeping {
  /** Begins nothing new and waits for what is being done. */
  stop: () => Promise<void>;
}

interface HousekeepingOptions extends Kept {
  /** Mails what came too soon after another mail: reports about posts, and edits of them. */
  mailWaiting: () => Promise<void>;
  log: { warn: (facts: object, text: string) => void };
}

/** Begins at once. Whatever fails is tried again in the next round. */
export function startHousekeeping({ log, mailWaiting, ...kept }: HousekeepingOptions): Housekeeping {
  const stopping = new AbortController();
  const { signal } = stopping;
  const onFailure = (task: string, error: unknown) => log.warn({ task, error: String(error) }, 'housekeeping failed');
  const running = new Map<string, Promise<unknown>>();

  const repeat = (name: string, interval: number, run: () => Promise<unknown>): NodeJS.Timeout => {
    const begin = () => {
      if (running.has(name)) return;
      running.set(
        name,
        run()
          .catch((error: unknown) => onFailure(name, error))
          .finally(() => running.delete(name)),
      );
    };
    begin();
    return setInterval(begin, interval).unref();
  };
  /** What is deleted is gone: it must be too old by the database's clock as well, since this machine's may be ahead. */
  const agreedTime = async (): Promise<number> => {
    const [theirs, ours] = [await databaseTime(kept.db), Date.now()];
    const aheadS = Math.round((ours - theirs) / 1000);
    if (Math.abs(ours - theirs) > CLOCKS_MS) log.warn({ aheadS }, "this machine's clock is not the database's");
    return Math.min(ours, theirs);
  };
  const timers = [
    repeat('outlived', INTERVAL_MS, async () => removeOutlived(kept, { time: await agreedTime(), signal, onFailure })),
    repeat('waiting mails', INTERVAL_MS, mailWaiting),
    repeat('overlong waits', INTERVAL_MS, () => endOverlongWaits(kept.db)),
    repeat('search index', INTERVAL_MS, () => clearSearchIndex(kept.db, signal)),
    repeat('traces', TRACES_INTERVAL_MS, () => clearTraces(kept.db)),
  ];
  return {
    stop: async () => {
      stopping.abort();
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running.values());
    },
  };
}

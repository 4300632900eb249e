/** What has outlived its purpose is deleted from time to time, by every instance, however many there are. */
import { forgetExpired } from '../auth/accounts.ts';
import { forgetOldAttempts } from '../auth/limits.ts';
import type { Db } from '../database/schema.ts';
import { removeLeftUploads } from '../plugins/upload.ts';
import { forgetUnusedImages } from './images.ts';
import { forgetUnconfirmed } from './newsletter.ts';

/** In milliseconds. */
const INTERVAL = 60 * 60 * 1000;

interface Housekeeping {
  /** Begins nothing new and waits for what is being done. */
  stop: () => Promise<void>;
}

interface HousekeepingOptions {
  db: Db;
  /** Folder for uploaded files while they are looked at. */
  uploads: string;
  log: { warn: (facts: object, text: string) => void };
}

/** Begins at once. A task that fails is tried again with the next round. */
export function startHousekeeping({ db, uploads, log }: HousekeepingOptions): Housekeeping {
  const tasks = {
    'unconfirmed subscribers': () => forgetUnconfirmed(db),
    'unused images': () => forgetUnusedImages(db),
    'left uploads': () => removeLeftUploads(uploads),
    'expired sessions and links': () => forgetExpired(db),
    'old attempts': () => forgetOldAttempts(db),
  };
  let stopped = false;
  let running: Promise<void> | undefined;

  async function round(): Promise<void> {
    for (const [task, run] of Object.entries(tasks)) {
      if (stopped) return;
      await run().catch((error: unknown) => log.warn({ task, error: String(error) }, 'housekeeping failed'));
    }
  }

  const begin = () => {
    running ??= round().finally(() => {
      running = undefined;
    });
  };
  begin();
  const timer = setInterval(begin, INTERVAL).unref();
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

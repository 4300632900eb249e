/**
 * CVs are checked in a separate thread, one at a time: a file that was made to take long keeps that thread busy but
 * no visitor waiting, and is given up after a while (decision 045).
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { compileCache } from 'shared/node/compile-cache';
import { ProblemError } from '../../problem.ts';
import { turns } from '../../turns.ts';
import { type KnownFile, refused } from './cv.ts';
import type { CvResult, CvTask } from './cv-worker.ts';

/** The worst file of 5 MB takes a second or two on a machine that has nothing else to do. */
const TIME_MAX_MS = 15_000;
/** Does not include the bytes of the file and of what it unpacks to. */
const HEAP_MAX_MB = 128;
/** How long the thread is kept without work: it takes a fifth of a second to begin. */
const KEPT_MS = 60_000;

const TAKES_TOO_LONG =
  'This file takes too long, or too much memory, to check. Print it to a new PDF, then choose that.';

export interface CvThread {
  /**
   * @param path where the file is
   * @throws ProblemError with what is wrong with the field `cv`
   */
  recognise: (path: string) => Promise<KnownFile>;
  /** Ends the thread, and whatever it is working on. */
  stop: () => Promise<void>;
}

/** The thread starts with the first file. @param timeMaxMs how long a file may take */
export function cvThread(timeMaxMs = TIME_MAX_MS): CvThread {
  const inTurn = turns(1);
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  const stop = async () => {
    clearTimeout(idle);
    const ending = thread;
    thread = undefined;
    await ending?.terminate();
  };
  const recognise = async (path: string): Promise<KnownFile> => {
    clearTimeout(idle);
    thread ??= startThread();
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
      thread.postMessage({ path } satisfies CvTask);
      const [result] = (await once(thread, 'message', { signal: AbortSignal.timeout(timeMaxMs) })) as [CvResult];
      idle = setTimeout(() => void stop(), KEPT_MS).unref();
      if ('refused' in result) throw refused(result.refused);
      return result;
    } catch (error) {
      if (error instanceof ProblemError) throw error;
      // The thread is still working, or has ended: the next file gets a new one.
      await stop();
      throw isExhausted(error) ? refused(TAKES_TOO_LONG) : error;
    }
  };
  return { recognise: (path) => inTurn(() => recognise(path)), stop };
}

function startThread(): Worker {
  const thread = new Worker(new URL('./cv-worker.ts', import.meta.url), {
    // It needs nothing else from the site's environment, which contains secrets.
    env: compileCache(),
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB },
  });
  // What it throws after it was given up does not matter. It does not keep the process alive.
  thread.on('error', () => {}).unref();
  return thread;
}

function isExhausted(error: unknown): boolean {
  const { name, code } = error as { name?: string; code?: string };
  return name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY';
}

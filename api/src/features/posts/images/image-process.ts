/**
 * Decodes images in a separate process, one at a time: an image's cost, and the harm done by one that was made to
 * break a decoder, stay out of the serving process. Decision 044.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ImageResult, ImageTask } from './image-worker.ts';
import { turns } from '../../../turns.ts';

const program = fileURLToPath(new URL('./image-worker.ts', import.meta.url));

const MB = 1024 * 1024;
/** A process that holds more than this after an image is not used again. */
const KEPT_MEMORY_BYTES = 200 * MB;
/** How long it is kept without work. */
const KEPT_MS = 60_000;
/** How long it may take to begin. */
const START_MAX_MS = 30_000;
/** How often its memory is checked while it works. */
const LOOK_EVERY_MS = 50;

export interface ImageProcess {
  /**
   * Re-encodes an image, as `image-worker.ts` describes.
   * @param path file of the image
   * @returns the image, or why there is none. `exhausting`: beyond the limits of time or memory
   * @throws what `full` gives when too many wait already; Error when the process cannot be started
   */
  write: (path: string) => Promise<ImageResult | { refused: 'exhausting' }>;
  /** Ends the process, and whatever it is working on. */
  stop: () => void;
}

interface ImageProcessOptions {
  /** The error when too many wait already. */
  full: () => Error;
  /** How many may wait. */
  longest?: number;
  /** How long an image may take, in milliseconds. */
  timeMax?: number;
  /** The process's memory limit in bytes. Checked on Linux; elsewhere the budget of `image-budget.ts` bounds it. */
  memoryMax?: number;
}

/** The process starts with the first image: it takes memory that a site without images does not need. */
export function imageProcess({
  full,
  longest = 20,
  timeMax = 15_000,
  memoryMax = 450 * MB,
}: ImageProcessOptions): ImageProcess {
  const inTurn = turns(1, { longest, full });
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  const stop = () => {
    clearTimeout(idle);
    worker?.end();
    worker = undefined;
  };
  const written = async (path: string): ReturnType<Worker['write']> => {
    worker ??= startWorker();
    return await worker.write(path, { timeMax, memoryMax }).finally(async () => {
      if (!worker || worker.hasEnded() || (await worker.memory()) > KEPT_MEMORY_BYTES) stop();
    });
  };
  return {
    stop,
    write: (path) =>
      inTurn(async () => {
        clearTimeout(idle);
        if (worker?.hasEnded()) stop();
        // An earlier process may have died without this image.
        const answer = (worker && (await written(path))) ?? (await written(path)) ?? { refused: 'unreadable' };
        idle = setTimeout(stop, KEPT_MS).unref();
        return answer;
      }),
  };
}

interface Worker {
  /** @returns undefined if the process ended meanwhile */
  write: (
    path: string,
    limits: { timeMax: number; memoryMax: number },
  ) => Promise<Awaited<ReturnType<ImageProcess['write']>> | undefined>;
  hasEnded: () => boolean;
  /** In bytes; 0 where that is unknown. */
  memory: () => Promise<number>;
  end: () => void;
}

function startWorker(): Worker {
  // It needs nothing from the site's environment, which contains secrets.
  const child = fork(program, {
    execArgv: [],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let hasEnded = false;
  const ended = new Promise<undefined>((resolve) => {
    const note = () => {
      hasEnded = true;
      resolve(undefined);
    };
    child.once('exit', note).on('error', note);
  });
  const end = () => {
    hasEnded = true;
    child.kill('SIGKILL');
  };
  const beginning = ended.then(() => {
    throw new Error('The image process ended before it was ready.');
  });
  const ready = Promise.race([once(child, 'message', { signal: AbortSignal.timeout(START_MAX_MS) }), beginning]);
  ready.catch(end);
  // It must not keep the server alive: a server that stops does not wait for it.
  child.unref();
  child.channel?.unref();

  return {
    hasEnded: () => hasEnded,
    memory: () => memoryOf(child),
    end,
    write: async (path, limits) => {
      await ready;
      const stop = new AbortController();
      const { signal } = stop;
      try {
        const answer = once(child, 'message', { signal }) as Promise<[ImageResult]>;
        child.send({ path } satisfies ImageTask);
        return await Promise.race([
          // What cannot be sent to it any more is an error of the child's.
          answer.then(
            ([message]) => message,
            () => ended,
          ),
          ended,
          exhausted(child, limits, signal).then(() => {
            end();
            return { refused: 'exhausting' } as const;
          }),
        ]);
      } finally {
        stop.abort();
      }
    },
  };
}

/** Resolves when the process is beyond a limit. @throws AbortError */
async function exhausted(
  child: ChildProcess,
  { timeMax, memoryMax }: { timeMax: number; memoryMax: number },
  signal: AbortSignal,
): Promise<void> {
  // Not the time of day, which may be set while an image is decoded.
  const deadline = performance.now() + timeMax;
  while (performance.now() < deadline && (await memoryOf(child)) < memoryMax)
    await delay(LOOK_EVERY_MS, undefined, { signal });
}

async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

/** The program of the thread that checks CVs, see `cv-thread.ts`: one file after the other. */
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { ProblemError } from '../../problem.ts';
import { inspectCv, type KnownFile } from './cv.ts';

/** What the thread is asked. */
export interface CvTask {
  /** Where the file is. */
  path: string;
}

/** Its verdict: the kind of file, or one sentence saying why it is refused. */
export type CvResult = KnownFile | { refused: string };

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
parentPort!.on('message', async ({ path }: CvTask) => parentPort!.postMessage(await resultFor(path)));

async function resultFor(path: string): Promise<CvResult> {
  try {
    return await inspectCv(await readFile(path));
  } catch (error) {
    if (error instanceof ProblemError) return { refused: error.message };
    throw error;
  }
}

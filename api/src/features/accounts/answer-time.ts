import { setTimeout as delay } from 'node:timers/promises';

/**
 * Runs work whose duration must not reveal what was found: the answer comes at the next full step, 100, 200, 300 … ms
 * after the beginning. Two ways that take nearly the same time then take exactly the same, even on a machine that is
 * slow at the moment. Errors are not held back.
 */
export async function atFullStep<Result>(stepMs: number, work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now();
  const result = await work();
  await untilFullStep(stepMs, begun);
  return result;
}

/** @param begun by the process's clock (`performance.now()`) */
export async function untilFullStep(stepMs: number, begun: number): Promise<void> {
  const taken = performance.now() - begun;
  await delay(Math.ceil(stepMs * Math.ceil(taken / stepMs) - taken));
}

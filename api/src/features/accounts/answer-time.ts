import { setTimeout as delay } from 'node:timers/promises';

/**
 * Does something whose answer must not tell by its time what was found: it comes at the next full step, 100, 200, 300 …
 * ms after the beginning. Two ways that take nearly the same then take the same, also on a machine that is slow at the
 * moment. What fails is not held back.
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

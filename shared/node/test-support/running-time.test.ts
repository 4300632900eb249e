import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';

test('the clock runs while a program is at work, and stands still while the machine does', async () => {
  const program = `
    import { runningTime } from ${JSON.stringify(new URL('running-time.ts', import.meta.url).href)};
    let before = [runningTime(), performance.now()];
    const told = () => {
      const now = [runningTime(), performance.now()];
      console.log((now[0] - before[0]) / (now[1] - before[1]));
      before = now;
    };
    const work = () => { for (const until = performance.now() + 500; performance.now() < until; ); };
    process.stdin.on('data', (asked) => { for (const each of String(asked)) each === 'w' ? work() : told(); });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdout.setEncoding('utf8');
  const told = async (): Promise<number> => {
    child.stdin.write('t');
    return Number(((await once(child.stdout, 'data')) as [string])[0]);
  };
  /** The part of a time that passed by the clock. */
  const partOf = async (time: () => unknown): Promise<number> => {
    await told();
    await time();
    return await told();
  };
  const stop = async (): Promise<void> => {
    child.kill('SIGSTOP');
    await delay(1_500);
    child.kill('SIGCONT');
  };
  // Its thread begins when the machine lets it, which may also hold it up.
  await expect.poll(() => partOf(stop)).toBeLessThan(0.5);
  await expect.poll(() => partOf(() => child.stdin.write('w'))).toBeGreaterThan(0.8);
});

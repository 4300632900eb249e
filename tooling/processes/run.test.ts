import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isAlive } from '../../shared/node/is-alive.ts';

const module = JSON.stringify(new URL('run.ts', import.meta.url).href);
const CHILD = "console.log('child', process.pid); setInterval(() => {}, 1_000);";

/** Stops a program while it runs another one. @param before what else it does @returns both ends */
async function stopped(
  before = '',
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<{ status: number | null; child: number; said: string }> {
  const program = `${before}
    const { run } = await import(${module});
    await run(process.execPath, ['--eval', ${JSON.stringify(CHILD)}]);`;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  parent.stdout.on('data', (text: Buffer) => (said += text.toString()));
  await expect.poll(() => said, { timeout: 20_000 }).toMatch(/child \d+\n/);
  parent.kill(signal);
  const [status] = (await once(parent, 'exit')) as [number | null];
  return { status, said, child: Number(/child (\d+)/.exec(said)![1]) };
}

test('what a stopped program has run ends with it: a build that went on would write beside the next one', async () => {
  const { status, child } = await stopped();
  expect(status).toBe(1);
  await expect.poll(() => isAlive(child), { timeout: 20_000 }).toBe(false);
});

test('so it does when the program ends for its own reason, such as another build that failed', async () => {
  const { status, child } = await stopped("process.on('SIGUSR2', () => process.exit(2));", 'SIGUSR2');
  expect(status).toBe(2);
  await expect.poll(() => isAlive(child), { timeout: 20_000 }).toBe(false);
});

test.each([
  ['has time for that', "setTimeout(() => { console.log('right'); process.exit(3); }, 100)"],
  ['may end at once', "console.log('right'); process.exit(3);"],
])('a program that puts something right when it is stopped %s', async (_, what) => {
  const { status, said, child } = await stopped(`process.on('SIGTERM', () => { ${what} });`);
  expect([status, said]).toEqual([3, expect.stringContaining('right')]);
  await expect.poll(() => isAlive(child), { timeout: 20_000 }).toBe(false);
});

import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { freePort, isPortFree } from './free-port.ts';

const module = path.join(import.meta.dirname, 'free-port.ts');
/** So many that a system which hands out ports at random repeats itself. */
const MANY = 300;

test('a free port is free, and the process that asked for it ends', async () => {
  const program = `import { freePort } from ${JSON.stringify(module)}; console.log(await freePort());`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  expect(await isPortFree(Number(stdout))).toBe(true);
});

test('a port is given out once, even while nothing listens on it yet', async () => {
  const given: number[] = [];
  for (let count = 0; count < MANY; count += 1) given.push(await freePort());
  expect(new Set(given).size).toBe(MANY);

  const program = `import { freePort } from ${JSON.stringify(module)};
    const given = [];
    for (let count = 0; count < ${MANY}; count += 1) given.push(await freePort());
    console.log(JSON.stringify(given));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  const toAnother = new Set(JSON.parse(stdout) as number[]);
  expect(
    given.filter((port) => toAnother.has(port)),
    'to another process',
  ).toEqual([]);
});

test('a port on which something listens is not free', async () => {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  expect(await isPortFree(port)).toBe(false);
  server.close();
});

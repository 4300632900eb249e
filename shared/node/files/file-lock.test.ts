import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { becoming, THEIR_GROUP } from '../test-support/becoming.ts';
import { withLock } from './file-lock.ts';
import { StoreError } from './store-error.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'file-lock-'))));
afterAll(() => rm(folder, { recursive: true }));

/** Two users who share folders. */
const [ADA, BEN] = [54_321, 54_322];

/**
 * A process that takes the lock, says so, and never gives it back: its timer keeps the promise, and so the lock. Or it
 * says why it cannot take it.
 */
async function holder(file: string, user?: number) {
  const program = `
    import { withLock } from ${JSON.stringify(new URL('file-lock.ts', import.meta.url).href)};
    process.once('uncaughtException', ({ message }) => console.log(message));${user ? becoming(user) : ''}
    await withLock(${JSON.stringify(file)}, () => new Promise((end) => {
      console.log('taken');
      setInterval(() => end, 1e9);
    }));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A test that fails must not leave others waiting for it.
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return Object.assign(child, { said: said.toString().trim() });
}

test('a process that is killed lets go, and one of those who wait is let in at a time', async () => {
  const file = path.join(folder, 'killed');
  const child = await holder(file);
  let inside = 0;
  let most = 0;
  const told: string[] = [];
  const work = async (): Promise<void> => {
    most = Math.max(most, (inside += 1));
    await delay(5);
    inside -= 1;
  };
  const waiting = Array.from({ length: 8 }, () => withLock(file, work, { tell: (line) => told.push(line) }));
  await delay(200);
  expect([inside, most], 'while it is held').toEqual([0, 0]);
  expect(told, 'a short wait is not worth a sentence').toEqual([]);
  child.kill('SIGKILL');
  await Promise.all(waiting);
  expect(most).toBe(1);
});

test('a long wait is told once who holds the lock, and nothing is left of that afterwards', async () => {
  const file = path.join(folder, 'waiting');
  const child = await holder(file);
  const told: string[] = [];
  const waiting = withLock(file, async () => readdir(folder), { patienceMs: 60, tell: (line) => told.push(line) });
  await expect.poll(() => told.length).toBe(1);
  await delay(200);
  child.kill('SIGKILL');
  expect((await waiting).filter((name) => name.startsWith('waiting'))).toEqual(['waiting', 'waiting.holder']);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(
    new RegExp(`^Waiting for process ${child.pid} on .+ since 2.+Z, which holds ${file}\\. Ctrl-C ends the wait\\.$`),
  );
  expect((await readdir(folder)).filter((name) => name.startsWith('waiting'))).toEqual(['waiting']);
  await withLock(file, async () => {}, { patienceMs: 0, tell: (line) => told.push(line) });
  expect(told, 'it was free').toHaveLength(1);
});

// Only root can become others.
test.runIf(process.getuid?.() === 0)('two users who share a folder exclude each other', async () => {
  const shared = path.join(folder, 'shared');
  await mkdir(shared);
  await chown(shared, 0, THEIR_GROUP);
  for (const each of [folder, shared]) await chmod(each, 0o775);
  const file = path.join(shared, 'lock');
  const ada = await holder(file, ADA);
  ada.kill('SIGKILL');
  await once(ada, 'exit');
  const ben = await holder(file, BEN);
  const told: string[] = [];
  const waiting = withLock(file, async () => {}, { patienceMs: 0, tell: (line) => told.push(line) });
  await expect.poll(() => told.length).toBe(1);
  ben.kill('SIGKILL');
  await waiting;
  // As SQLite made it.
  await chmod(file, 0o644);
  expect((await holder(file, ADA)).said).toBe('taken');
  expect((await holder(file, BEN)).said).toBe(
    `${file} cannot be locked: this user may not write it. Its owner can allow that with chmod.`,
  );
});

test('work that fails releases the lock, and its result is handed on', async () => {
  const file = path.join(folder, 'failed');
  await expect(withLock(file, () => Promise.reject(new Error('on purpose')))).rejects.toThrow('on purpose');
  expect(await withLock(file, async () => 'done')).toBe('done');
});

test('where no file can be locked it says so in a sentence', async () => {
  for (const file of ['/proc/lock', folder]) {
    const attempt = withLock(file, async () => {});
    await expect(attempt).rejects.toThrow(`${file} cannot be locked: unable to open database file.`);
    await expect(attempt).rejects.toBeInstanceOf(StoreError);
  }
});

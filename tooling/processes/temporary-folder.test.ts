import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { isInMemory } from './temporary-folder.ts';

test.each([
  ['tmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0', true],
  ['proc /proc proc rw 0 0\nshm /dev/shm tmpfs rw,relatime,size=65536k 0 0', true],
  ['shm /dev/shm tmpfs rw,nosuid,nodev,noexec,relatime 0 0', false],
  ['/dev/sda1 /dev/shm ext4 rw 0 0', false],
  ['tmpfs /dev/shm/deeper tmpfs rw 0 0', false],
  ['', false],
])('programs in memory: %s', (mounts, expected) => {
  expect(isInMemory(mounts)).toBe(expected);
});

test('others can enter the folder, and it is gone when its process ends, is stopped or was killed', async () => {
  const program = `
    import { temporaryFolder } from ${JSON.stringify(new URL('temporary-folder.ts', import.meta.url).href)};
    console.log(await temporaryFolder('tests-of'));
    if (process.argv.includes('waits')) setInterval(() => {}, 1_000);`;
  /** Runs it, and ends it with this signal, or lets it end. @returns its folder */
  const runOnce = async (signal?: NodeJS.Signals): Promise<string> => {
    const words = signal ? ['waits'] : [];
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program, '--', ...words]);
    const ended = once(child, 'close');
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const folder = line.toString().trim();
    if (signal) {
      expect((await stat(folder)).mode & 0o777).toBe(0o755);
      child.kill(signal);
    }
    await ended;
    return folder;
  };
  await expect(stat(await runOnce())).rejects.toThrow('ENOENT');
  await expect(stat(await runOnce('SIGTERM'))).rejects.toThrow('ENOENT');
  const left = await runOnce('SIGKILL');
  expect((await stat(left)).isDirectory()).toBe(true);
  await runOnce();
  await expect(stat(left), 'the next one removes it').rejects.toThrow('ENOENT');
});

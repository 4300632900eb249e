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

test('a folder that other accounts can enter, and that is gone when its process ends or is stopped', async () => {
  const program = `
    import { temporaryFolder } from ${JSON.stringify(new URL('temporary-folder.ts', import.meta.url).href)};
    console.log(await temporaryFolder());
    if (process.argv.includes('waits')) setInterval(() => {}, 1_000);`;
  for (const waits of [[], ['waits']]) {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program, '--', ...waits]);
    const ended = once(child, 'close');
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const folder = line.toString().trim();
    if (waits.length > 0) {
      expect((await stat(folder)).mode & 0o777).toBe(0o755);
      child.kill('SIGTERM');
    }
    await ended;
    await expect(stat(folder)).rejects.toThrow('ENOENT');
  }
});

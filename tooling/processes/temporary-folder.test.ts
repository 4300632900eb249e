import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { isInMemory, temporaryFolder } from './temporary-folder.ts';

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

test('a folder that other accounts can enter, and that is gone afterwards', async () => {
  const { folder, remove } = await temporaryFolder();
  expect((await stat(folder)).mode & 0o777).toBe(0o755);
  await remove();
  await expect(stat(folder)).rejects.toThrow('ENOENT');
});

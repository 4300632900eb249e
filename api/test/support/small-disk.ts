/** Disks that are soon full. */
import type { TestContext } from 'vitest';
import { run } from '../../../tooling/processes/run.ts';

/**
 * Until the test ends, the folder is a disk of its own. Skips the test where that cannot be.
 * @param options as `size=1m`
 */
export async function mountSmallDisk(
  folder: string,
  options: string,
  { skip, onTestFinished }: Pick<TestContext, 'skip' | 'onTestFinished'>,
): Promise<void> {
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { quiet: true });
  if (mounted.status !== 0) skip('it takes root on Linux to mount a small disk');
  onTestFinished(async () => void (await run('umount', ['--lazy', folder], { quiet: true })));
}

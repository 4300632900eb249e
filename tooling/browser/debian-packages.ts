/** Installs programs on a machine that is ours to change. */
import { existsSync } from 'node:fs';
import { run } from '../processes/run.ts';

/** Whether Debian's packages can be installed here without asking anybody. */
export const canInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** @returns what was said, for a failure's words; whether it worked shows by what is there afterwards */
export async function installPackages(...names: readonly string[]): Promise<string> {
  const install = ['install', '--yes', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120', ...names];
  const said: string[] = [];
  // The list of packages is only fetched where it is missing or too old: others may be reading it.
  for (const args of [install, ['update'], install]) {
    const { status, output } = await run('apt-get', args, { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } });
    said.push(`$ apt-get ${args.join(' ')}\n${output.slice(-500)}`);
    if (status === 0 && args === install) break;
  }
  return said.join('\n');
}

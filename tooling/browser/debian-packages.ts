/** Installs programs on a machine that is ours to change. */
import { existsSync } from 'node:fs';
import { run } from '../processes/run.ts';

/** Whether Debian's packages can be installed here without asking anybody. */
export const canInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** An archive out of reach is given up soon; two programs may want to install at once. */
const PATIENCE = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=30', '-o', 'DPkg::Lock::Timeout=120'];

/** A command that installs twice asks for the list once. */
let isListFresh = false;

/**
 * Installs today's versions: a machine's list of packages may be as old as its image.
 * @returns the output, for a failure's message; success shows only in what is installed afterwards
 */
export async function installPackages(...names: readonly string[]): Promise<string> {
  const install = ['install', '--yes', '--no-install-recommends', ...names];
  const said: string[] = [];
  // The installation is tried twice, since another program may be using the list for a moment.
  for (const args of [...(isListFresh ? [] : [['update']]), install, install]) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    const { status, output } = await run('apt-get', [...PATIENCE, ...args], { quiet: true, env });
    said.push(`$ apt-get ${args.join(' ')}\n${output.slice(-500)}`);
    if (status !== 0) continue;
    if (args === install) break;
    isListFresh = true;
  }
  return said.join('\n');
}

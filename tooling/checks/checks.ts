/** What holds for all sources: format, lint with import arrows, types, dead code, unused dependencies, route tables. */
import { run } from '../processes/run.ts';
import type { Tally } from '../test-report/tally.ts';

interface Check {
  name: string;
  command: string;
  args: string[];
  /** Whether it looks at each file for itself, so that it can be given some of them. */
  isByFile?: true;
  env?: Record<string, string>;
}

const checks: Check[] = [
  { name: 'format', command: 'biome', args: ['format', '--max-diagnostics=20'], isByFile: true },
  { name: 'lint', command: 'oxlint', args: ['--deny-warnings'], isByFile: true },
  {
    name: 'types',
    command: 'tsc',
    // One checker does half the work of four, each of which checks much of the same; what has not changed is left out.
    args: ['--project', '.', '--checkers', '1', '--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo'],
    // Nearly all that it allocates is in use until it ends: collecting garbage took a third of its time.
    env: { GOGC: 'off', GOMEMLIMIT: '2GiB' },
  },
  { name: 'dead code', command: 'knip', args: ['--cache', '--cache-location', '.cache/knip'] },
  {
    name: 'routes, images and imports',
    command: process.execPath,
    args: ['--no-warnings', 'tooling/checks/remotes.ts'],
  },
];

/**
 * Runs all checks side by side. The output of those that failed is shown.
 * @param changed the only files and folders in which format and lint may differ from what was checked before
 * @returns how many passed and failed
 */
export async function check(changed: string[] = []): Promise<Tally> {
  const results = await Promise.all(
    checks.map(async ({ name, command, args, env, isByFile }) => {
      const some = isByFile ? changed : [];
      return { name, ...(await run(command, [...args, ...some], { env, quiet: true })) };
    }),
  );
  for (const { name, status, output } of results) {
    console.log(`  ${status === 0 ? 'passed' : 'FAILED'}  ${name}`);
    if (status !== 0) console.log(output);
  }
  const failures = results.filter(({ status }) => status !== 0).map(({ name, output }) => ({ name, error: output }));
  return { passed: results.length - failures.length, failed: failures.length, failures };
}

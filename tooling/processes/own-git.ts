import { spawnSync } from 'node:child_process';

/** Whether there is Git: a copy of the sources may be tested where there is none. */
export const hasGit = spawnSync('git', ['--version']).status === 0;

/**
 * What the environment must say for Git to use a repository of a test's own, and nobody's settings: a hook that runs
 * the tests names its own repository, and a developer's settings may have each commit signed.
 */
export function settingsOfOwnGit(): Record<string, string | undefined> {
  const others = Object.keys(process.env).filter((name) => name.startsWith('GIT_'));
  return {
    ...Object.fromEntries(others.map((name) => [name, undefined])),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  };
}

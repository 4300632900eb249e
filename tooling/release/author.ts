import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { COMMON_INPUTS } from '../workspace/common-inputs.ts';
import { repositoryRoot } from '../workspace/root.ts';

/** Who changes the registry, and from which sources. */
export interface Author {
  by: string;
  /** The last commit, followed by `+` if what the remote is built from has changed since; undefined outside of Git. */
  commit?: string;
}

/**
 * `RELEASED_BY`, which a CI sets, or else the user; and what Git says of the sources.
 * @param sources files and folders that the remote is built from
 */
export function authorOf(remote: string, sources: readonly string[] = [remote, ...COMMON_INPUTS]): Author {
  const by = process.env.RELEASED_BY?.trim() || userName();
  try {
    const commit = git('rev-parse', '--short=12', 'HEAD');
    const isChanged = git('status', '--porcelain', '--', ...sources) !== '';
    return { by, commit: isChanged ? `${commit}+` : commit };
  } catch {
    return { by };
  }
}

/** In containers, processes often run under a number that has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}

function git(...command: string[]): string {
  return execFileSync('git', command, {
    cwd: repositoryRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

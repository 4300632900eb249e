/**
 * `npm run pack -- 1.4.0` writes the packages that a remote in a repository of its own needs into `.cache/packages`,
 * for the company's package registry.
 */
import path from 'node:path';
import { CommandError, endWith } from '../processes/command-error.ts';
import { pack } from '../pack/pack.ts';
import { repositoryRoot } from '../workspace/root.ts';

try {
  const [version = '', ...more] = process.argv.slice(2);
  if (!/^\d+\.\d+\.\d+$/.test(version) || more.length > 0)
    throw new CommandError(`"${[version, ...more].join(' ')}" is not a version; allowed: three numbers, like 1.4.0.`);
  for (const file of await pack(path.join(repositoryRoot, '.cache', 'packages'), version)) console.log(file);
} catch (error) {
  endWith(error);
}

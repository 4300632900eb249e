/** Whether a release and the shell can work together. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import semver from 'semver';
import type { Release } from '../../../shared/contracts/registry.ts';
import { CONTRACT_VERSION, speaksContract } from '../../../shared/contracts/remote.ts';
import { sharedModules } from '../../../shared/contracts/shared-modules.ts';
import { repositoryRoot } from '../../workspace/root.ts';
import { missingExports } from '../missing-exports.ts';

type Dependencies = Readonly<Record<string, string>>;

/** @param provided versions of the packages that the shell provides */
export function contractRefusals(
  { contract, sharedExports }: Pick<Release, 'contract' | 'sharedExports'>,
  asked: Dependencies,
  provided: Dependencies,
): string[] {
  const isOther = !speaksContract(contract);
  return [
    ...(isOther
      ? [
          `It was built for contract ${contract}, but the shell supports ${CONTRACT_VERSION}. ` +
            (contract > CONTRACT_VERSION ? 'Release the shell first.' : 'Build it with the current tooling.'),
        ]
      : []),
    ...missingExports({ contract, sharedExports }),
    ...Object.keys(sharedModules).flatMap((module) => {
      const [range, version] = [asked[module], provided[module]];
      if (range === undefined || version === undefined || satisfies(version, range)) return [];
      return [`It requires ${module} ${range}, but the shell provides ${version}. Widen the range.`];
    }),
  ];
}

/** `dependencies` of a workspace, by its folder. */
export async function dependenciesOf(folder: string): Promise<Dependencies> {
  const text = await readFile(path.join(repositoryRoot, folder, 'package.json'), 'utf8');
  return (JSON.parse(text) as { dependencies?: Dependencies }).dependencies ?? {};
}

/** Ranges without a version, such as `*` or a link to the workspace, allow everything. */
function satisfies(version: string, range: string): boolean {
  const lowest = semver.minVersion(version);
  return !semver.validRange(range) || lowest === null || semver.satisfies(lowest, range);
}

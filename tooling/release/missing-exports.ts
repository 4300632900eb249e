import type { Release } from '../../shared/contracts/registry.ts';
import { needsLinks } from '../../shared/contracts/remote.ts';
import { olderModules, sharedModules, type SharedModule } from '../../shared/contracts/shared-modules.ts';

/** Names that a release imports and the shell does not provide, as sentences. */
export function missingExports({ contract, sharedExports }: Pick<Release, 'contract' | 'sharedExports'>): string[] {
  const older: Partial<Record<string, readonly string[]>> = needsLinks(contract) ? olderModules : {};
  return Object.entries(sharedExports).flatMap(([source, names]) => {
    const allowed = sharedModules[source as SharedModule] as '*' | readonly string[] | undefined;
    const missing =
      allowed === '*' ? [] : names.filter((name) => !allowed?.includes(name) && !older[source]?.includes(name));
    if (missing.length === 0) return [];
    return [
      `It imports ${missing.join(', ')} from "${source}", which the shell does not provide. ` +
        'shared/contracts/shared-modules.ts lists what it provides.',
    ];
  });
}

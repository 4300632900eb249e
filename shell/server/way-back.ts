/** Where a visitor goes whose trial or override was ended. */
import { ownPath, paths } from 'shared/contracts/paths';
import { ownershipOf } from 'shared/releases/composition';
import { currentReleases } from 'shared/releases/current';
import { ownerOf } from 'shared/releases/ownership';
import type { RemoteSource } from './remote-source.ts';

/**
 * To the page that was tried, unless only what was tried has it.
 * @param from `Referer`
 */
export async function wayBack(
  from: string | undefined,
  { remotes, publicUrl }: { remotes: Pick<RemoteSource, 'registry'>; publicUrl: string },
): Promise<string> {
  if (!from || !URL.canParse(from) || new URL(from).origin !== publicUrl) return paths.home;
  const { pathname, search } = new URL(from);
  const ownership = ownershipOf(currentReleases(await remotes.registry()));
  return ownerOf(ownership, pathname) === undefined ? paths.home : ownPath(pathname + search);
}

/** What browsers are told about all remotes of a composition, and what pages' policies say about it in advance. */
import type { CompositionDocument } from 'shared/contracts/registry';
import { composedRemote, moduleIntegrity, modulesOfPages } from 'shared/releases/composition';
import type { ChosenReleases } from 'shared/releases/current';
import type { RemoteSource } from '../remote-source.ts';

export interface WholeComposition extends CompositionDocument {
  /** Whether every release could be read: without one, its hashes are missing. */
  isComplete: boolean;
}

/** Remotes and hashes are in the order of the remotes' names, so that the same choice makes the same text. */
export async function wholeComposition(remotes: RemoteSource, chosen: ChosenReleases): Promise<WholeComposition> {
  const byName = [...chosen].toSorted(([a], [b]) => (a < b ? -1 : 1));
  // A release whose files are gone fails only for visitors who go there.
  const releases = await Promise.all(byName.map(([, entry]) => remotes.release(entry).catch(() => undefined)));
  return {
    remotes: Object.fromEntries(byName.map(([name, entry]) => [name, composedRemote(name, entry)])),
    integrity: Object.assign({}, ...releases.map((release) => release && moduleIntegrity(release))),
    modules: Object.assign({}, ...releases.map((release) => release && modulesOfPages(release))),
    isComplete: !releases.includes(undefined),
  };
}

import type { findConflict } from '../../shared/releases/ownership.ts';
import { remotes } from '../workspace/remotes.ts';

type Conflict = NonNullable<ReturnType<typeof findConflict>>;

/** Which path of a release another remote has, in words that say what to do. */
export function overlap(conflict: Conflict): string {
  const { pattern, claimed, owner } = conflict;
  return `Its path ${pattern} overlaps ${claimed}, which belongs to ${owner}. Choose another path${moved(conflict)}`;
}

function moved({ claimed, owner }: Conflict): string {
  if (owner === 'shell') return '.';
  const isHere = remotes.some(({ name }) => name === owner);
  if (isHere)
    return `, or if it moves here, release ${owner} first: npm run release -w ${owner} -- --without ${claimed}`;
  return `, or if it moves here, release ${owner} without it first, where its sources are. If ${owner} is no more, as after a change of name: npm run releases -- withdraw ${owner}`;
}

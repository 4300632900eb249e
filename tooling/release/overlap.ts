import type { findConflict } from '../../shared/releases/ownership.ts';

/** Which path of a release somebody else has, in words that say what to do. */
export function overlap({ pattern, claimed, owner }: NonNullable<ReturnType<typeof findConflict>>): string {
  const isRemote = owner !== 'shell';
  const moved = isRemote
    ? `, or if it moves here, release ${owner} first: npm run release -w ${owner} -- --without ${claimed}`
    : '.';
  return `Its path ${pattern} overlaps ${claimed}, which belongs to ${owner}. Choose another path${moved}`;
}

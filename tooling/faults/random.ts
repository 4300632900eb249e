/** Repeatable chance: the same seed gives the same choices. */
export interface Chance {
  /** A whole number from 0, below `end`. */
  below: (end: number) => number;
  /** In another order. */
  shuffled: <T>(values: readonly T[]) => T[];
}

/** @param seed any whole number; mulberry32 */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const below = (end: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  };
  return {
    below,
    shuffled: (values) => {
      const all = [...values];
      for (let last = all.length - 1; last > 0; last -= 1) {
        const other = below(last + 1);
        [all[last], all[other]] = [all[other]!, all[last]!];
      }
      return all;
    },
  };
}

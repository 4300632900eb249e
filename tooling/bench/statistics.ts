/** What is made of several runs. */

/** Of this many presses, one of the longest waits is left out. */
const PRESSES_PER_OUTLIER = 50;

/** The middle value, or the mean of the two middle ones. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value that this many percent do not exceed. */
export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)]!;
}

/**
 * How many times larger a figure is in the first series: the median over visits that followed each other directly, so
 * that a machine that is busy for a while slows both sides of a ratio.
 */
export function pairedRatio<Item>(first: Item[], second: Item[], figure: (item: Item) => number): number {
  return median(first.map((item, index) => figure(item) / figure(second[index]!)));
}

/**
 * Between which values the median of such a series lies with a probability of 95 %, whatever its distribution: ranks of
 * the binomial distribution, in its normal approximation (good for 50 values and more).
 */
export function medianInterval(values: number[]): [number, number] {
  const sorted = values.toSorted((a, b) => a - b);
  const reach = 0.98 * Math.sqrt(sorted.length);
  const at = (rank: number) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(rank)))]!;
  return [at(sorted.length / 2 - reach - 1), at(sorted.length / 2 + reach)];
}

/** INP as it is defined: the longest wait of a visit, but for one in every 50 presses. @param waits the long ones */
export const inpOf = (waits: number[], presses: number): number =>
  waits.toSorted((a, b) => b - a)[Math.floor(presses / PRESSES_PER_OUTLIER)] ?? 0;

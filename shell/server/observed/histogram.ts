/** How values are spread, in fixed steps: small, and many can be added up. */

/** How many values were at most each bound and above the one before it; the last count is of those above all bounds. */
export type Histogram = number[];

/** Upper bounds: milliseconds, or for the layout shift its score. About a fifth apart where sites differ. */
export const bounds = {
  lcp: [200, 400, 600, 800, 1_000, 1_250, 1_500, 1_800, 2_100, 2_500, 3_000, 3_500, 4_000, 5_000, 6_500, 8_000, 12_000],
  inp: [16, 32, 50, 75, 100, 125, 150, 200, 250, 300, 400, 500, 700, 1_000, 2_000],
  cls: [0.001, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.35, 0.5, 1],
} as const;

export type VitalName = keyof typeof bounds;

export function emptyHistogram(vital: VitalName): Histogram {
  return [...bounds[vital], 0].map(() => 0);
}

export function addTo(histogram: Histogram, vital: VitalName, value: number): void {
  const place = bounds[vital].findIndex((bound) => value <= bound);
  histogram[place < 0 ? histogram.length - 1 : place]! += 1;
}

/** The value that a share of all values does not exceed, precise to its step. Undefined when there are none. */
export function quantileOf(histogram: Histogram, vital: VitalName, share: number): number | undefined {
  const wanted = histogram.reduce((sum, count) => sum + count, 0) * share;
  if (wanted === 0) return undefined;
  let below = 0;
  for (const [index, count] of histogram.entries()) {
    const [from, to] = [bounds[vital][index - 1] ?? 0, bounds[vital][index]];
    if (below + count >= wanted) return to === undefined ? from : from + ((to - from) * (wanted - below)) / count;
    below += count;
  }
  return undefined;
}

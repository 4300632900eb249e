/** What is counted for one release, as it is kept in memory and in a file. */
import { z } from 'zod';
import { browserFailures } from 'shared/contracts/observed';
import { bounds, emptyHistogram, type Histogram, type VitalName } from './histogram.ts';

/**
 * How a release can fail: the kinds that browsers report, `policy` when something was blocked, and `server` when it
 * could not render a page.
 */
const failureKinds = ['server', ...browserFailures, 'policy'] as const;
export type FailureKind = (typeof failureKinds)[number];

/** These cost a visitor something; the others are only for the release's team to know about. */
export const costly: ReadonlySet<FailureKind> = new Set(['server', 'render', 'error', 'rejection', 'load']);

const count = z.int().min(0);
const sample = z.object({ views: count, failed: count, visitors: count });

function histogram(vital: VitalName) {
  return z.custom<Histogram>(
    (value) =>
      z
        .array(count)
        .length(bounds[vital].length + 1)
        .safeParse(value).success,
    'a count for each step',
  );
}

export const releaseCounts = z.object({
  /** Page views, both those that reach the server and those that browsers report. */
  views: count,
  failures: z.partialRecord(z.enum(failureKinds), count),
  vitals: z.object({ lcp: histogram('lcp'), inp: histogram('inp'), cls: histogram('cls') }),
  /** What verdicts are based on. */
  trial: z.object({
    /** When the release became current, ISO 8601; its first views count from then on. Empty until it is judged. */
    since: z.string(),
    recent: sample,
    /** The full round before this one; absent while the release is in its first. */
    before: sample.optional(),
  }),
});

export type ReleaseCounts = z.infer<typeof releaseCounts>;

export function noCounts(): ReleaseCounts {
  return {
    views: 0,
    failures: {},
    vitals: { lcp: emptyHistogram('lcp'), inp: emptyHistogram('inp'), cls: emptyHistogram('cls') },
    trial: { since: '', recent: noSample() },
  };
}

export const noSample = () => ({ views: 0, failed: 0, visitors: 0 });

/** Failures that cost a visitor something. */
export function errorsOf({ failures }: ReleaseCounts): number {
  return failureKinds.reduce((sum, kind) => sum + (costly.has(kind) ? (failures[kind] ?? 0) : 0), 0);
}

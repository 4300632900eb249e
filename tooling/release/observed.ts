/** How releases do, as shells with the same `DATA_DIR` counted it: `npm run releases` shows it beside each. */
import { z } from 'zod';
import { folder, readEnv } from '../../shared/node/env.ts';
import { errorsOf, type ReleaseCounts } from '../../shell/server/observed/counts.ts';
import { type Histogram, quantileOf, type VitalName } from '../../shell/server/observed/histogram.ts';
import { readAllObserved } from '../../shell/server/observed/observed-file.ts';

export interface ObservedRelease {
  /** Page views, in browsers and without. */
  views: number;
  /** Failures that cost a visitor something. */
  errors: number;
  /** What three of four page loads stay below; undefined without any. LCP and INP are in milliseconds. */
  lcp: number | undefined;
  inp: number | undefined;
  cls: number | undefined;
}

/** The share of page loads that Core Web Vitals are judged by. */
const P75 = 0.75;

const schema = z.object({ DATA_DIR: folder.prefault('.data') });

/** @returns what is known of a release; undefined when no shell here has seen it */
export async function observedOf(
  source: Record<string, string | undefined> = process.env,
): Promise<(remote: string, version: string) => ObservedRelease | undefined> {
  const shells = await readAllObserved(readEnv(schema, source).DATA_DIR);
  return (remote, version) => {
    const key = `${remote}/${version}`;
    const each = shells.flatMap((counts) => (Object.hasOwn(counts, key) ? [counts[key]!] : []));
    return each.length > 0 ? together(each) : undefined;
  };
}

function together(each: ReleaseCounts[]): ObservedRelease {
  const sum = (count: (counts: ReleaseCounts) => number) => each.reduce((all, counts) => all + count(counts), 0);
  const p75 = (vital: VitalName) => {
    const all: Histogram = each[0]!.vitals[vital].map((_, step) => sum(({ vitals }) => vitals[vital][step]!));
    return quantileOf(all, vital, P75);
  };
  return { views: sum(({ views }) => views), errors: sum(errorsOf), lcp: p75('lcp'), inp: p75('inp'), cls: p75('cls') };
}

/** Columns of a table, for {@link observedCells}. */
export const observedColumns = ['views', 'errors', 'LCP', 'INP', 'CLS'];

export function observedCells(observed: ObservedRelease | undefined): string[] {
  if (!observed) return observedColumns.map(() => '');
  const { views, errors, lcp, inp, cls } = observed;
  const ms = (value: number | undefined) => (value === undefined ? '' : `${Math.round(value)} ms`);
  return [String(views), String(errors), ms(lcp), ms(inp), cls?.toFixed(3) ?? ''];
}

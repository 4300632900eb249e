/** The site and what it is measured against, visited in turns so that a busy machine slows all alike. */
import type { Browser } from 'playwright';
import { visit, type Visit } from './visit.ts';

/** A middling phone is about four times slower than a desktop computer. */
export const CPU_SLOWDOWN = 4;

/** The same page four times. */
export interface Comparison {
  page: string;
  site: Visit[];
  /** As static HTML. */
  copy: Visit[];
  /** The static HTML without styles, fonts and drawings. */
  words: Visit[];
  /** In a plain single-page application. */
  singlePage: Visit[];
}

/** Where each of them is served. */
export type Origins = Record<Exclude<keyof Comparison, 'page'>, string>;

/**
 * Visits a page of each `runs` times in turns, after one visit of each that is not counted, which fills the servers'
 * own caches and the copies.
 */
export async function compare(
  browser: Browser,
  { page, origins, runs }: { page: string; origins: Origins; runs: number },
): Promise<Comparison> {
  const comparison: Comparison = { page, site: [], copy: [], words: [], singlePage: [] };
  for (let run = -1; run < runs; run++) {
    for (const [kind, origin] of Object.entries(origins) as [keyof Origins, string][]) {
      const hydrates = kind === 'site' || kind === 'singlePage';
      const seen = await visit(browser, { url: origin + page, hydrates, cpuSlowdown: CPU_SLOWDOWN, traced: true });
      if (run >= 0) comparison[kind].push(seen);
    }
  }
  return comparison;
}

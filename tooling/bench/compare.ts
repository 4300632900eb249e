/** The site beside its static copy, visited in turns so that a busy machine slows both alike. */
import type { Browser } from 'playwright';
import type { StaticCopy } from './static-copy.ts';
import { visit, type Visit } from './visit.ts';

/** A middling phone is about four times slower than a desktop computer. */
const CPU_SLOWDOWN = 4;

export interface Comparison {
  page: string;
  site: Visit[];
  copy: Visit[];
}

/**
 * Visits a page of both `runs` times: site, copy, site, copy … after one visit of each that is not counted, which
 * fills the servers' own caches and the static copy.
 */
export async function compare(
  browser: Browser,
  { page, siteUrl, copy, runs }: { page: string; siteUrl: string; copy: StaticCopy; runs: number },
): Promise<Comparison> {
  const visitSite = () => visit(browser, { url: siteUrl + page, hydrates: true, cpuSlowdown: CPU_SLOWDOWN });
  const visitCopy = () => visit(browser, { url: copy.url + page, hydrates: false, cpuSlowdown: CPU_SLOWDOWN });
  await visitSite();
  await visitCopy();
  const comparison: Comparison = { page, site: [], copy: [] };
  for (let run = 0; run < runs; run++) {
    comparison.site.push(await visitSite());
    comparison.copy.push(await visitCopy());
  }
  return comparison;
}

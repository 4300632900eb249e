/** The budgets of everything that can be counted, which no busy machine can spoil: `npm test` gates on them. */
import type { Tally } from '../test-report/tally.ts';
import { countedFigures, judge, readBudgets } from './budgets.ts';
import { goBackTo } from './coming-back.ts';
import { documentsOf, sizesOf } from './document-sizes.ts';
import { withSiteAndBrowser } from './laboratory.ts';
import { chainInWords, countedLine } from './report.ts';
import { visit } from './visit.ts';

/**
 * Visits each page of `budgets.json` once, on a slow network (so that the fonts arrive after the first paint, as they
 * do for visitors) but with a full-speed processor, goes back to it, and asks for the document of every page. Prints
 * one line per visited page and one sentence per exceeded budget.
 * @returns how many budgets are kept and how many are exceeded
 * @throws when a page does not load
 */
export async function countedBudgets(): Promise<Tally> {
  const budgets = await readBudgets();
  return withSiteAndBrowser(async (site, browser) => {
    const total: Tally = { passed: 0, failed: 0, failures: [] };
    const count = (page: string, passed: boolean, error: string): void => {
      total[passed ? 'passed' : 'failed']++;
      if (passed) return;
      console.log(`  ${error}`);
      total.failures.push({ name: `budget of ${page}`, error });
    };
    for (const page of Object.keys(budgets.pages)) {
      const seen = await visit(browser, { url: site.url + page, hydrates: true, cpuSlowdown: 1, traced: true });
      const verdicts = judge(page, countedFigures([seen]), budgets);
      console.log(`  ${countedLine(page, seen)}`);
      for (const { passed, sentence, figure } of verdicts) {
        count(page, passed, `${sentence}${figure === 'serialDepth' ? ` ${chainInWords(seen)}` : ''}`);
      }
      const back = await goBackTo(browser, site.url, page);
      if (back)
        count(page, back.isRestored, `${page} is reloaded when a visitor goes back to it: ${back.reasons.join(', ')}.`);
    }
    const documents = [...(await documentsOf(site, Object.keys(budgets.pages)))];
    const sizes = await Promise.all(documents.map(async ([page, html]) => [page, await sizesOf(html)] as const));
    for (const [page, { size, beyondCopy }] of sizes) {
      const figures = { documentSize: size, documentBeyondCopy: beyondCopy };
      for (const { passed, sentence } of judge(page, figures, budgets)) count(page, passed, sentence);
    }
    return total;
  });
}

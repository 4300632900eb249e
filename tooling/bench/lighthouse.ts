/**
 * What Lighthouse says of every page, on its phone and its network: `npm run bench -- --lighthouse`. It is fetched
 * from the package registry for that: nothing else here needs it, and it brings 200 packages.
 */
import { browserArguments, findBrowser } from '../browser/find-browser.ts';
import { run } from '../processes/run.ts';
import { withSiteAndBrowser } from './laboratory.ts';
import { pagesOf } from './pages-of-site.ts';

const VERSION = '12.8.2';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const GOAL = 100;
const NAME_WIDTH = 26;
/** Pages that search engines are asked to leave out lose points for exactly that. */
const NOT_FOR_SEARCH = 'is-crawlable';
const FLAGS = ['--quiet', '--output=json', '--output-path=stdout'];

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; scoreDisplayMode: string; displayValue?: string }>;
}

/** @param pages or every page with its own address. @returns how many scores are below 100 */
export async function byLighthouse(pages: readonly string[] | undefined): Promise<number> {
  const chrome = await findBrowser('whole');
  return withSiteAndBrowser(async (site) => {
    console.log(`${''.padEnd(NAME_WIDTH)}${CATEGORIES.map((name) => name.padStart(16)).join('')}`);
    let below = 0;
    for (const page of pages ?? (await pagesOf(site, ['/post/1']))) {
      // No score is given to an error; some pages are one without a link that was mailed.
      if (!(await fetch(site.url + page)).ok) continue;
      const { categories, audits } = await reportOf(chrome, site.url + page);
      const scores = CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100));
      const lost = CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => `${id}${audits[id]?.displayValue ? ` ${audits[id].displayValue}` : ''}`);
      below += scores.filter((score, index) => score < GOAL && !isMeant(CATEGORIES[index]!, lost)).length;
      console.log(
        `${page.padEnd(NAME_WIDTH)}${scores.map((score) => String(score).padStart(16)).join('')}  ${lost.join(', ')}`,
      );
    }
    return below;
  });
}

const isMeant = (category: string, lost: string[]): boolean => category === 'seo' && lost.includes(NOT_FOR_SEARCH);

/** @throws when Lighthouse does not run */
async function reportOf(chrome: string, url: string): Promise<Report> {
  const flags = ['--headless=new', ...browserArguments].join(' ');
  const { status, output } = await run(
    'npm',
    ['exec', '--yes', `--package=lighthouse@${VERSION}`, '--', 'lighthouse', url, ...FLAGS, `--chrome-flags=${flags}`],
    { quiet: true, env: { CHROME_PATH: chrome } },
  );
  const start = output.indexOf('{\n');
  if (status !== 0 || start < 0) throw new Error(`Lighthouse did not look at ${url}: ${output.slice(-500)}`);
  return JSON.parse(output.slice(start, output.lastIndexOf('}') + 1)) as Report;
}

/**
 * `npm run bench`: compares the site with the same pages as static HTML, as words alone, and in a single-page
 * application, and judges it by `bench/budgets.json` (docs/performance.md). Options: `--runs N`, `--counted`, and
 * `--pages /,/contact` or `--all`. Instead of that it measures, with
 *
 *   --documents     what the bytes of documents are
 *   --navigation    the way from page to page
 *   --interactions  what follows a finger and a key
 *   --back          whether pages come back
 *   --http2         the site behind a proxy
 *   --lighthouse    what Lighthouse says of every page
 *   --many          the site with 40 remotes beside the one with its own
 *   --posts         the blog's API with few and with many posts
 *   --accounts      what an attacker can learn and guess, from `--pairs N` tries with and without an account
 *   --kept          what a kept page costs the server beside a file
 *   --memory        what the servers hold under load, `--minutes N` for each database
 *   --workers       what rendering in threads costs
 *   --writes        the API beside the bare database driver and beside Express, `--seconds N` each
 */
// oxlint-disable-next-line import/no-unassigned-import
import '../bench/production.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { comparedFigures, countedFigures, judge, readBudgets, type Verdict } from '../bench/budgets.ts';
import { compare, type Comparison } from '../bench/compare.ts';
import { countedBudgets } from '../bench/counted.ts';
import { withSiteAndBrowser } from '../bench/laboratory.ts';
import { pagesOf, routesOf } from '../bench/pages-of-site.ts';
import { pageTable } from '../bench/report.ts';
import { scriptBytesToHydrate } from '../bench/single-page/loaded-scripts.ts';
import { serveSinglePage } from '../bench/single-page/serve.ts';
import { serveStaticCopy, wordsAlone } from '../bench/static-copy.ts';
import { optionsAlone } from '../processes/arguments.ts';
import { endWith } from '../processes/command-error.ts';
import { repositoryRoot } from '../workspace/root.ts';

const MAX_RUNS = 50;
const MAX_PAIRS = 10_000;
const MAX_SECONDS = 60;
const MAX_MINUTES = 120;

const values = optionsAlone({
  runs: { type: 'string', default: '7' },
  pages: { type: 'string' },
  all: { type: 'boolean', default: false },
  counted: { type: 'boolean', default: false },
  documents: { type: 'boolean', default: false },
  navigation: { type: 'boolean', default: false },
  interactions: { type: 'boolean', default: false },
  back: { type: 'boolean', default: false },
  http2: { type: 'boolean', default: false },
  lighthouse: { type: 'boolean', default: false },
  many: { type: 'boolean', default: false },
  posts: { type: 'boolean', default: false },
  accounts: { type: 'boolean', default: false },
  kept: { type: 'boolean', default: false },
  memory: { type: 'boolean', default: false },
  minutes: { type: 'string', default: '5' },
  workers: { type: 'boolean', default: false },
  writes: { type: 'boolean', default: false },
  seconds: { type: 'string', default: '5' },
  pairs: { type: 'string', default: '1000' },
});
const budgets = await readBudgets();
const runs = Number(values.runs);
const pairs = Number(values.pairs);
const seconds = Number(values.seconds);
const minutes = Number(values.minutes);
const pages = values.pages?.split(',') ?? Object.keys(budgets.pages);
const wrong = wrongOption();
if (wrong) {
  console.error(wrong);
  process.exit(1);
}

const failed = await measure().catch(endWith);
process.exit(failed > 0 ? 1 : 0);

/** Each measurement loads what it needs: much of it is large, such as the database's driver or the build tools. */
async function measure(): Promise<number> {
  if (values.documents) return await whatDocumentsAre();
  if (values.navigation) {
    const { navigations, PAGE_OF_EACH_AREA } = await import('../bench/navigation.ts');
    return await navigations(values.pages ? pages : PAGE_OF_EACH_AREA, runs);
  }
  if (values.interactions) return await (await import('../bench/interactions.ts')).interactions(runs);
  if (values.back) return await (await import('../bench/coming-back.ts')).pagesComeBack();
  if (values.http2) return await (await import('../bench/http2.ts')).overHttp2(pages, runs);
  if (values.lighthouse)
    return await (await import('../bench/lighthouse.ts')).byLighthouse(values.pages ? pages : undefined);
  if (values.many) return await (await import('../bench/many.ts')).manyRemotes(pages, runs);
  if (values.posts) return await (await import('../bench/posts.ts')).postsAtScale();
  if (values.kept) return await (await import('../bench/kept.ts')).keptPages();
  if (values.writes) return await (await import('../bench/writes.ts')).durableWrites(seconds);
  if (values.memory) return await (await import('../bench/memory.ts')).memoryUnderLoad(minutes);
  if (values.workers) return await (await import('../bench/workers.ts')).rendersInWorkers();
  if (values.accounts) return await (await import('../bench/accounts.ts')).accountsUnderAttack({ pairs });
  return values.counted ? (await countedBudgets()).failed : await bench();
}

function wrongOption(): string | undefined {
  if (!Number.isInteger(runs) || runs < 1 || runs > MAX_RUNS)
    return `--runs is ${values.runs}; it takes a number from 1 to ${MAX_RUNS}.`;
  if (!Number.isInteger(pairs) || pairs < 10 || pairs > MAX_PAIRS)
    return `--pairs is ${values.pairs}; it takes a number from 10 to ${MAX_PAIRS}.`;
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > MAX_SECONDS)
    return `--seconds is ${values.seconds}; it takes a number from 1 to ${MAX_SECONDS}.`;
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > MAX_MINUTES)
    return `--minutes is ${values.minutes}; it takes a number from 1 to ${MAX_MINUTES}.`;
  const noPath = pages.find((page) => !page.startsWith('/'));
  return noPath === undefined
    ? undefined
    : `--pages names "${noPath}"; it takes paths separated by commas: --pages /,/contact`;
}

async function whatDocumentsAre(): Promise<number> {
  const { printDocumentParts } = await import('../bench/document-parts.ts');
  await withSiteAndBrowser((site) => printDocumentParts(site, pages));
  return 0;
}

/** @returns how many budgets are exceeded */
async function bench(): Promise<number> {
  console.log(
    `${runs} runs each, in turns: 1.6 Mbit/s, 150 ms, processor 4 times slower, empty cache. Medians, without the favicon.`,
  );
  const exceeded: Verdict[] = [];
  const comparisons: Comparison[] = [];
  await withSiteAndBrowser(async (site, browser) => {
    const [copy, words, singlePage] = await Promise.all([
      serveStaticCopy(site.url),
      serveStaticCopy(site.url, wordsAlone),
      serveSinglePage(site.url),
    ]);
    const origins = { site: site.url, copy: copy.url, words: words.url, singlePage: singlePage.url };
    try {
      const routes = await routesOf(site);
      for (const page of values.all ? await pagesOf(site, pages) : pages) {
        const comparison = await compare(browser, { page, origins, runs });
        const scripts = await scriptBytesToHydrate(singlePage, routes, page);
        const figures = { ...countedFigures(comparison.site), ...comparedFigures(comparison, scripts) };
        const verdicts = judge(page, figures, budgets);
        comparisons.push(comparison);
        exceeded.push(...verdicts.filter(({ passed }) => !passed));
        console.log(`\n${pageTable(comparison, verdicts, scripts)}`);
      }
    } finally {
      await Promise.all([copy.stop(), words.stop(), singlePage.stop()]);
    }
  });
  await keep(comparisons);
  console.log(
    exceeded.length > 0 ? `\n${exceeded.map(({ sentence }) => sentence).join('\n')}` : '\nAll budgets are met.',
  );
  return exceeded.length;
}

/** Every visit, for those who want to look closer. */
async function keep(comparisons: Comparison[]): Promise<void> {
  const file = path.join(repositoryRoot, 'test-results', 'bench.json');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(comparisons, null, 1)}\n`);
}

/**
 * What a page costs with 40 released remotes, beside what it costs with the site's own: `npm run bench -- --many`. The
 * others are real releases, made from the template of `npm run new-remote`, each with a name and a path of its own.
 */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright';
import { buildIn } from '../release/build-remote.ts';
import { createRelease } from '../release/create-release.ts';
import { publish } from '../release/publish.ts';
import { copyReleaseStore } from '../site/release-store.ts';
import { startSite } from '../site/start-site.ts';
import { remotes } from '../workspace/remotes.ts';
import { repositoryRoot } from '../workspace/root.ts';
import { CPU_SLOWDOWN } from './compare.ts';
import { withSiteAndBrowser } from './laboratory.ts';
import { median, pairedRatio } from './statistics.ts';
import { visit, type Visit } from './visit.ts';

const ALL = 40;
const LIMIT = 1.02;
const TEMPLATE = path.join(repositoryRoot, 'tooling/new-remote/template');
/** Is in the built template wherever a remote has its own name. */
const TOKEN = 'manifold';
const TEXT_FILE = /\.(js|mjs|css|html|json|ts|tsx|map)$/;

/** Bodies alone. */
const bytesOf = ({ bytes }: Visit): number => Object.values(bytes).reduce((sum, part) => sum + part, 0);

const figures: { name: string; of: (visit: Visit) => number }[] = [
  { name: 'bytes', of: bytesOf },
  { name: 'requests', of: ({ requests }) => requests },
  { name: 'LCP, ms', of: ({ largestPaint }) => largestPaint },
];

/** @param runs of each page on both sites. @returns how many limits are exceeded */
export async function manyRemotes(pages: readonly string[], runs: number): Promise<number> {
  return withSiteAndBrowser(async (few, browser, atTheEnd) => {
    const folder = await mkdtemp(path.join(await cacheFolder(), 'many-'));
    atTheEnd(() => rm(folder, { recursive: true, force: true }));
    const template = await builtTemplate(folder);
    const many = await startSite({
      fillStore: (store) => fillStore(store, template, folder),
    });
    atTheEnd(() => many.stop());
    console.log(
      `${ALL} remotes beside ${remotes.length}, medians of ${runs} runs each in turns; the limit is ${LIMIT}.`,
    );
    let exceeded = 0;
    for (const page of pages) exceeded += await comparePage(browser, page, [many.url, few.url], runs);
    return exceeded;
  });
}

/** Below this repository, whose packages the template needs. */
async function cacheFolder(): Promise<string> {
  const folder = path.join(repositoryRoot, '.cache');
  await mkdir(folder, { recursive: true });
  return folder;
}

/** @returns how many figures are above the limit */
async function comparePage(browser: Browser, page: string, sites: [string, string], runs: number): Promise<number> {
  const [many, few]: [Visit[], Visit[]] = [[], []];
  for (let run = -1; run < runs; run++) {
    for (const [visits, url] of [
      [many, sites[0]],
      [few, sites[1]],
    ] as const) {
      const seen = await visit(browser, { url: url + page, hydrates: true, cpuSlowdown: CPU_SLOWDOWN });
      if (run >= 0) visits.push(seen);
    }
  }
  console.log(`\n${page}`);
  const document = [many, few].map((visits) => median(visits.map(({ bytes }) => bytes.document)));
  console.log(`  of the bytes, the document: ${document[0]} beside ${document[1]}`);
  return figures.filter(({ name, of }) => {
    const [ours, theirs] = [many, few].map((visits) => median(visits.map(of)));
    const ratio = pairedRatio(many, few, of);
    console.log(
      `  ${name.padEnd(10)}${ours!.toFixed(0).padStart(9)}${theirs!.toFixed(0).padStart(9)}${ratio.toFixed(3).padStart(8)}`,
    );
    return ratio > LIMIT;
  }).length;
}

/** The site's own releases, and as many of the template as are missing. */
async function fillStore(store: string, template: string, folder: string): Promise<void> {
  await copyReleaseStore(store);
  for (let number = remotes.length; number < ALL; number++) {
    const area = `${TOKEN}${letters(number)}`;
    const name = `mf-${area}`;
    const dist = path.join(folder, name);
    await cp(template, dist, { recursive: true });
    await replaceIn(dist, [[new RegExp(`${TOKEN}(?![a-z])`, 'g'), area]]);
    const { release } = await createRelease(name, dist, store);
    await publish(release, store);
    await rm(dist, { recursive: true });
  }
}

/** A number as two letters, since names of areas have no digits. */
const letters = (number: number): string =>
  String.fromCharCode(97 + Math.floor(number / 26)) + String.fromCharCode(97 + (number % 26));

/** @returns the template's build, as a remote whose every own name is {@link TOKEN} */
async function builtTemplate(folder: string): Promise<string> {
  const root = path.join(folder, `mf-${TOKEN}`);
  await cp(TEMPLATE, root, { recursive: true });
  await replaceIn(root, [
    [/'\.\.\/\.\.\/(?=(?:vite|release)\/)/g, "'../../../tooling/"],
    [/\bhref\(paths\.newsletter\)/g, `'/${TOKEN}'`],
    [/\bpaths\.newsletter\b/g, `'/${TOKEN}'`],
    [/\bTemplate\b/g, TOKEN],
    [/\btemplate\b/g, TOKEN],
  ]);
  await buildIn(root, path.join(root, 'vite.config.ts'));
  return path.join(root, 'dist');
}

async function replaceIn(folder: string, replacements: [RegExp, string][]): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !TEXT_FILE.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const text = await readFile(file, 'utf8');
    const next = replacements.reduce((changed, [token, value]) => changed.replace(token, () => value), text);
    if (next !== text) await writeFile(file, next);
  }
}

/**
 * `npm run planted`: breaks one thing after another in the sources and runs the tests that must notice it. Ends with
 * status 1 when one is not noticed, or has no test. Words after it choose faults: `npm run planted -- refund`.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JSONReport } from 'playwright/types/testReporter';
import { findBrowser } from '../browser/find-browser.ts';
import { developmentShellTarget, ensureBuilt, siteTargets } from '../build/ensure-built.ts';
import { plantedFaults, type PlantedFault } from '../planted/faults.ts';
import { type Verdict, verdictOf } from '../planted/verdict.ts';
import { withFault } from '../planted/with-fault.ts';
import { CommandError, endWith } from '../processes/command-error.ts';
import { run } from '../processes/run.ts';
import { playwrightTally } from '../test-report/playwright-tally.ts';
import { siteProjects } from '../test-report/site-projects.ts';
import type { Tally } from '../test-report/tally.ts';
import { TALLY_FILE } from '../test-report/vitest.reporter.ts';
import { repositoryRoot } from '../workspace/root.ts';

const vitestReporter = path.join(repositoryRoot, 'tooling/test-report/vitest.reporter.ts');
const words = process.argv.slice(2);
const chosen = plantedFaults.filter(({ what }) => words.every((word) => what.includes(word)));
if (chosen.length === 0) endWith(new CommandError(`No planted fault has "${words.join(' ')}" in its sentence.`));
let missed = 0;
for (const fault of chosen) {
  const verdict = await plant(fault).catch(endWith);
  console.log(`${verdict.padEnd(18)}  ${fault.what}`);
  if (verdict !== 'noticed') missed += 1;
}
console.log(`\n${chosen.length} planted, ${missed} not noticed`);
process.exit(missed > 0 ? 1 : 0);

function plant({ file, find, replace, test, browser = false }: PlantedFault): Promise<Verdict> {
  return withFault({ file: path.join(repositoryRoot, file), find, replace }, async () =>
    verdictOf(await withReport((report) => (browser ? endToEnd(test, report) : vitest(test, report))), browser),
  );
}

/** @param judge runs tests that write a report into this file */
async function withReport(judge: (report: string) => Promise<Tally>): Promise<Tally> {
  const folder = await mkdtemp(path.join(tmpdir(), 'planted-'));
  return await judge(path.join(folder, 'report.json')).finally(() => rm(folder, { recursive: true }));
}

async function vitest(test: string[], report: string): Promise<Tally> {
  const env = { [TALLY_FILE]: report };
  const { output } = await run('vitest', ['run', ...test, `--reporter=${vitestReporter}`], { quiet: true, env });
  return await read<Tally>(report, output);
}

/** @throws when the build itself refuses the fault */
async function endToEnd(test: string[], report: string): Promise<Tally> {
  await ensureBuilt([...siteTargets, developmentShellTarget], () => {});
  const env = { CHROME_PATH: await findBrowser(), CI: '', PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const words = ['test', ...siteProjects, ...test, '--reporter=json'];
  const { output } = await run('playwright', words, { quiet: true, env });
  return playwrightTally(await read<JSONReport>(report, output));
}

async function read<Report>(file: string, output: string): Promise<Report> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`The tests did not run:\n${output.trim()}`);
  });
  return JSON.parse(text) as Report;
}

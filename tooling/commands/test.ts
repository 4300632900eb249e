/**
 * `npm test`: every check and test, on the composed production build. Its last line is `N passed, N failed`.
 *
 * The API's tests spend half of their time waiting: for databases, sockets and answers that are held back to a full
 * step of time. Browsers compute all the time. So both run side by side, and no processor stands idle.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { countedBudgets } from '../bench/counted.ts';
import type { JSONReport } from 'playwright/types/testReporter';
import { findBrowser } from '../browser/find-browser.ts';
import { developmentShellTarget, ensureBuilt, siteTargets } from '../build/ensure-built.ts';
import { check } from '../checks/checks.ts';
import { noArguments } from '../processes/arguments.ts';
import { repositoryRoot } from '../workspace/root.ts';
import { run } from '../processes/run.ts';
import { temporaryFolder } from '../processes/temporary-folder.ts';
import { NEARLY_DONE_FILE } from '../test-report/nearly-done.reporter.ts';
import { noOnly } from '../test-report/no-only.ts';
import { playwrightTally } from '../test-report/playwright-tally.ts';
import { siteProjects } from '../test-report/site-projects.ts';
import { failuresInWords, secondAttemptsOf, type Tally, withFewSecondAttempts } from '../test-report/tally.ts';
import { TALLY_FILE } from '../test-report/vitest.reporter.ts';

/** Machines are shared with other programs. More second attempts than this are no longer chance (decision 144). */
const FLAKY_MAX = 3;

const results = path.join(repositoryRoot, 'test-results');
const vitestReporter = path.join(repositoryRoot, 'tooling/test-report/vitest.reporter.ts');
const playwrightReporter = path.join(repositoryRoot, 'tooling/test-report/nearly-done.reporter.ts');
let total: Tally = { passed: 0, failed: 0, failures: [] };

noArguments(
  'npm test takes no arguments: it runs everything. Some of it: npx vitest run <file>, or npm run e2e -- <file>',
);
await mkdir(results, { recursive: true });
await step('Checks: lint, types, dead code', check);
await step('Build', async () => {
  await ensureBuilt([...siteTargets, developmentShellTarget], (line) => console.log(`  ${line}`));
  return { passed: 0, failed: 0, failures: [] };
});
// For this process and for all that it starts.
process.env.TMPDIR = await temporaryFolder('tests-of');
const nearlyDone = await freshFile('playwright-nearly-done');
const browsers = step('End-to-end tests', playwright);
await Promise.all([
  browsers,
  // Counting takes one browser, which mostly waits: it comes beside the last of the others.
  written(nearlyDone, browsers).then(() => step('Budgets of bytes, requests, depth and layout shift', countedBudgets)),
  step('Unit and API tests', vitest),
]);
const flaky = secondAttemptsOf(total);
total = withFewSecondAttempts(total, FLAKY_MAX);
// A build server often shows only the end of an output.
if (total.failures.length > 0) console.log(`\n${failuresInWords(total.failures)}`);
if (flaky > 0) console.log(`\nPassed only at the second attempt: ${flaky} (at most ${FLAKY_MAX} may). Look into them.`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);

/** A step that breaks counts as one failure; the others still run, so that one run tells everything. */
async function step(title: string, work: () => Promise<Tally>): Promise<void> {
  console.log(`\n${title} …`);
  const started = performance.now();
  const tally = await work().catch((error: unknown): Tally => {
    const words = error instanceof Error ? error.message : String(error);
    console.error(words);
    return { passed: 0, failed: 1, failures: [{ name: title, error: words }] };
  });
  total.passed += tally.passed;
  total.failed += tally.failed;
  total.failures.push(...tally.failures);
  console.log(
    `${title}: ${tally.passed} passed, ${tally.failed} failed in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
}

async function vitest(): Promise<Tally> {
  const file = await freshFile('vitest.json');
  const reporters = ['--reporter=default', `--reporter=${vitestReporter}`];
  // Shown in one piece at its end, not line by line among those of the end-to-end tests.
  const attempts = process.env.CI ? ['--retry=1'] : [];
  const { status, output } = await run('vitest', ['run', ...noOnly.vitest, ...attempts, ...reporters], {
    env: { [TALLY_FILE]: file },
    quiet: true,
  });
  console.log(output);
  return counted('Vitest', status, await read<Tally>(file));
}

async function playwright(): Promise<Tally> {
  const file = await freshFile('playwright.json');
  const reporters = `--reporter=list,json,${playwrightReporter}`;
  const { status } = await run('playwright', ['test', ...siteProjects, ...noOnly.playwright, reporters], {
    env: {
      [NEARLY_DONE_FILE]: nearlyDone,
      CHROME_PATH: await findBrowser(),
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      // What it has compiled is kept: temporary files are not.
      PLAYWRIGHT_TRANSFORM_CACHE_DIR: path.join(repositoryRoot, '.cache/playwright'),
      FORCE_COLOR: '0',
    },
  });
  return counted('Playwright', status, playwrightTally(await read<JSONReport>(file)));
}

/** Waits until a file exists, or what would write it has ended. */
async function written(file: string, writer: Promise<void>): Promise<void> {
  const over = writer.then(() => true);
  while (!existsSync(file)) if (await Promise.race([over, delay(500, false)])) return;
}

/** A runner that ends before it writes must not be judged by an earlier run's file. */
async function freshFile(name: string): Promise<string> {
  const file = path.join(results, name);
  await rm(file, { force: true });
  return file;
}

async function read<Content>(file: string): Promise<Content> {
  return JSON.parse(await readFile(file, 'utf8')) as Content;
}

/** A runner that failed without a failed test, or that ran nothing, has failed. */
function counted(runner: string, status: number, { passed, failed, failures }: Tally): Tally {
  const isBroken = (status !== 0 && failed === 0) || passed + failed === 0;
  if (!isBroken) return { passed, failed, failures };
  const sentence = `${runner} ended with status ${status} after ${passed} passed and ${failed} failed tests.`;
  const reasons = failures.length > 0 ? failures : [{ name: runner, error: sentence }];
  return { passed, failed: failed + 1, failures: reasons };
}

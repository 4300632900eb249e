/** What the end of `npm test` says about each kind of failure, asked of the real runners. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FullConfig, JSONReport, Suite, TestCase } from 'playwright/types/testReporter';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { run } from '../processes/run.ts';
import { repositoryRoot } from '../workspace/root.ts';
import NearlyDoneReporter, { NEARLY_DONE_FILE } from './nearly-done.reporter.ts';
import { noOnly } from './no-only.ts';
import { playwrightTally } from './playwright-tally.ts';
import { failuresInWords, type Tally, withFewSecondAttempts } from './tally.ts';
import { TALLY_FILE } from './vitest.reporter.ts';

/** Below the repository, where the runners find their packages. */
let folder: string;

beforeAll(async () => {
  await mkdir(path.join(repositoryRoot, 'test-results'), { recursive: true });
  folder = await mkdtemp(path.join(repositoryRoot, 'test-results/report-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('Vitest: failed tests, files that do not load, hooks, `only`, and errors that no test caught', async () => {
  await mkdir(path.join(folder, 'vitest'));
  const files = {
    'a.test.ts': `import { describe, expect, test } from 'vitest';
      test('holds', () => {});
      describe('a group', () => { test('counts', () => expect(1).toBe(2)); });
      let attempt = 0;
      test('comes late', () => expect((attempt += 1), 'the attempt').toBe(2));
      test('leaves something behind', () => { setTimeout(() => { throw new Error('nobody waits for me'); }); });`,
    'b.test.ts': `import './missing.ts';`,
    'c.test.ts': `import { beforeAll, test } from 'vitest';
      beforeAll(() => { throw new Error('no database'); });
      test('never runs', () => {});`,
    'd.test.ts': `import { test } from 'vitest';
      test.only('alone', () => {});
      test('is left out', () => {});`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, 'vitest', name), text);
  const file = path.join(folder, 'vitest.json');
  const reporter = path.join(import.meta.dirname, 'vitest.reporter.ts');
  const { status } = await run(
    'vitest',
    ['run', '--retry=1', ...noOnly.vitest, '--root', path.join(folder, 'vitest'), `--reporter=${reporter}`],
    {
      quiet: true,
      env: { [TALLY_FILE]: file },
    },
  );
  expect(status).toBe(1);
  const { passed, failed, failures } = JSON.parse(await readFile(file, 'utf8')) as Tally;
  expect({ passed, failed }).toEqual({ passed: 3, failed: 2 });
  const words = failuresInWords(failures);
  expect(words).toMatch(
    /^SECOND ATTEMPT {2}test-results\/report-\w+\/vitest\/a\.test\.ts › comes late\n {4}AssertionError: the attempt/m,
  );
  expect(words).toMatch(
    /^FAILED {2}test-results\/report-\w+\/vitest\/a\.test\.ts › a group > counts\n {4}AssertionError: /m,
  );
  expect(words).toMatch(/^FAILED {2}test-results\/report-\w+\/vitest\/b\.test\.ts\n.*missing\.ts/m);
  expect(words).toMatch(/^FAILED {2}test-results\/report-\w+\/vitest\/c\.test\.ts\n {4}Error: no database/m);
  expect(words).toMatch(/^FAILED {2}test-results\/report-\w+\/vitest\/d\.test\.ts › alone\n {4}Error: .*\.only/m);
  expect(words).toMatch(/^FAILED {2}an error that no test caught\n {4}Error: nobody waits for me/m);
});

test('Playwright: failed tests, second attempts, files that do not load, and `only`', async () => {
  await mkdir(path.join(folder, 'playwright'));
  const file = path.join(folder, 'nearly-done');
  const reporters = [['json'], [path.join(import.meta.dirname, 'nearly-done.reporter.ts'), { few: 1 }]];
  const files = {
    'playwright.config.ts': `export default {
      testDir: '.', retries: 1, workers: 1, outputDir: 'out', reporter: ${JSON.stringify(reporters)},
    };`,
    'a.spec.ts': `import { existsSync } from 'node:fs';
      import { expect, test } from 'playwright/test';
      const isNearlyDone = () => existsSync(${JSON.stringify(file)});
      test.describe('a group', () => {
        test.describe.configure({ retries: 0 });
        test('counts', () => expect(1, 'how many').toBe(2));
      });
      test('says', ({}, info) => {
        void info.attach('log', { body: 'the server said this', contentType: 'text/plain' });
        expect(1).toBe(2);
      });
      test('comes late', ({}, { retry }) => {
        if (retry === 0) expect(isNearlyDone(), 'nearly done').toBe(false);
        expect(retry, 'the attempt').toBe(1);
      });
      test('holds', () => expect.poll(isNearlyDone, 'one test is left').toBe(true));`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, 'playwright', name), text);
  const report = await playwrightReport(file);
  expect(report.errors).toEqual([]);
  const tally = playwrightTally(report);
  expect(tally).toMatchObject({ passed: 2, failed: 2 });
  expect(withFewSecondAttempts(tally, 1)).toEqual(tally);
  expect(withFewSecondAttempts(tally, 0)).toMatchObject({ passed: 1, failed: 3 });
  const words = failuresInWords(tally.failures);
  expect(words).toMatch(/^SECOND ATTEMPT {2}a\.spec\.ts:12 › comes late\n {4}Error: the attempt\n/m);
  expect(words).toMatch(/^FAILED {2}a\.spec\.ts:6 › a group › counts\n {4}Error: how many\n {4}expect/m);
  expect(words).toMatch(/^FAILED {2}a\.spec\.ts:8 › says\n(?: {4}.*\n)* {4}the server said this$/m);
  expect(words).not.toContain('› holds');

  const notToRun = {
    'b.spec.ts': `import './missing.ts';`,
    'c.spec.ts': files['a.spec.ts'].replace("test('holds'", "test.only('holds'"),
  };
  for (const [name, text] of Object.entries(notToRun)) await writeFile(path.join(folder, 'playwright', name), text);
  const refused = playwrightTally(await playwrightReport());
  expect(refused).toMatchObject({ passed: 0, failed: 0 });
  const reasons = failuresInWords(refused.failures);
  expect(reasons).toMatch(/^FAILED {2}outside of tests\n.*missing\.ts/m);
  expect(reasons).toMatch(/^FAILED {2}outside of tests\n.*\.only/m);
});

test('what a profile or a CI sets for a site and for its output changes no test', async () => {
  const settings = { PORT: '8000', DATA_DIR: '/nonexistent/data', PUBLIC_URL: 'https://example.org', FORCE_COLOR: '1' };
  const program = `await import('./vitest.config.ts');
    await import('./tooling/processes/own-environment.ts');
    console.log(${JSON.stringify(Object.keys(settings))}.filter((name) => name in process.env));`;
  const told = await run(process.execPath, ['--conditions', 'development', '--input-type=module', '--eval', program], {
    quiet: true,
    env: settings,
  });
  expect(told.output).toBe('[]\n');
  // React for production knows no `act`.
  const { status, output } = await run('vitest', ['run', 'mf-marketing/src/features/home/case-screen.test.tsx'], {
    quiet: true,
    env: { NODE_ENV: 'production' },
  });
  expect(status, output).toBe(0);
});

test('where no colours are wanted, programs that an end-to-end test starts do not warn of that', async () => {
  // Node does, of NO_COLOR beside FORCE_COLOR, which Playwright gives to its workers.
  const program = `await import('./playwright.config.ts');
    console.log(process.env.NO_COLOR, process.env.FORCE_COLOR);`;
  const { output } = await run(process.execPath, ['--input-type=module', '--eval', program], {
    quiet: true,
    env: { NO_COLOR: '1', FORCE_COLOR: undefined },
  });
  expect(output).toBe('undefined 0\n');
});

test('what runs beside the last tests is started when fifty are left, and second attempts count once', async () => {
  const file = path.join(folder, 'fifty-left');
  vi.stubEnv(NEARLY_DONE_FILE, file);
  const tests = Array.from({ length: 52 }, (_, at) => ({ id: String(at) }) as TestCase);
  const reporter = new NearlyDoneReporter();
  reporter.onBegin({} as FullConfig, { allTests: () => tests } as Suite);
  for (const at of [0, 0, 0]) reporter.onTestEnd(tests[at]!);
  expect(existsSync(file)).toBe(false);
  reporter.onTestEnd(tests[1]!);
  expect(existsSync(file)).toBe(true);
  vi.unstubAllEnvs();
});

/** @param nearlyDone which file to write when one test is left */
async function playwrightReport(nearlyDone = path.join(folder, 'never-done')): Promise<JSONReport> {
  const file = path.join(folder, 'playwright.json');
  const words = ['test', '--config', path.join(folder, 'playwright'), ...noOnly.playwright];
  const { status } = await run('playwright', words, {
    quiet: true,
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, [NEARLY_DONE_FILE]: nearlyDone },
  });
  expect(status).toBe(1);
  return JSON.parse(await readFile(file, 'utf8')) as JSONReport;
}

/** What the end of `npm test` says about each kind of failure, asked of the real runners. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { JSONReport } from 'playwright/types/testReporter';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../processes/run.ts';
import { repositoryRoot } from '../workspace/root.ts';
import { NEARLY_DONE_FILE } from './nearly-done.reporter.ts';
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
  const files = {
    'playwright.config.ts': `export default { testDir: '.', retries: 1, workers: 1, outputDir: 'out' };`,
    'a.spec.ts': `import { expect, test } from 'playwright/test';
      test.describe('a group', () => { test('counts', () => expect(1, 'how many').toBe(2)); });
      test('says', ({}, info) => {
        void info.attach('log', { body: 'the server said this', contentType: 'text/plain' });
        expect(1).toBe(2);
      });
      test('comes late', ({}, { retry }) => expect(retry, 'the attempt').toBe(1));
      test('holds', () => {});`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, 'playwright', name), text);
  const report = await playwrightReport();
  expect(report.errors).toEqual([]);
  const tally = playwrightTally(report);
  expect(tally).toMatchObject({ passed: 2, failed: 2 });
  expect(withFewSecondAttempts(tally, 1)).toEqual(tally);
  expect(withFewSecondAttempts(tally, 0)).toMatchObject({ passed: 1, failed: 3 });
  const words = failuresInWords(tally.failures);
  expect(words).toMatch(/^SECOND ATTEMPT {2}a\.spec\.ts:7 › comes late\n {4}Error: the attempt\n/m);
  expect(words).toMatch(/^FAILED {2}a\.spec\.ts:2 › a group › counts\n {4}Error: how many\n {4}expect/m);
  expect(words).toMatch(/^FAILED {2}a\.spec\.ts:3 › says\n(?: {4}.*\n)* {4}the server said this$/m);
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

test('Playwright: what comes beside the last tests is told when fifty are left', async () => {
  const many = path.join(folder, 'many');
  await mkdir(many);
  const file = path.join(many, 'nearly-done');
  const files = {
    'playwright.config.ts': `export default { testDir: '.', workers: 1, outputDir: 'out' };`,
    'a.spec.ts': `import { existsSync } from 'node:fs';
      import { expect, test } from 'playwright/test';
      const isTold = () => existsSync(${JSON.stringify(file)});
      for (let at = 1; at <= 52; at++)
        test(String(at), async () => {
          if (at <= 2) expect(isTold()).toBe(false);
          if (at === 3) await expect.poll(isTold).toBe(true);
        });`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(many, name), text);
  const reporter = path.join(import.meta.dirname, 'nearly-done.reporter.ts');
  const { status, output } = await run('playwright', ['test', '--config', many, `--reporter=line,${reporter}`], {
    quiet: true,
    env: { [NEARLY_DONE_FILE]: file },
  });
  expect(output).toContain('52 passed');
  expect(status).toBe(0);
});

async function playwrightReport(): Promise<JSONReport> {
  const file = path.join(folder, 'playwright.json');
  const words = ['test', '--config', path.join(folder, 'playwright'), ...noOnly.playwright, '--reporter=json'];
  const { status } = await run('playwright', words, {
    quiet: true,
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  });
  expect(status).toBe(1);
  return JSON.parse(await readFile(file, 'utf8')) as JSONReport;
}

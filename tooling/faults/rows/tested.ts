/** Rows that tests prove in full: they are run and counted. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accountsUnderAttack } from '../../bench/accounts.ts';
import { findBrowser } from '../../browser/find-browser.ts';
import { run } from '../../processes/run.ts';
import { siteProjects } from '../../test-report/site-projects.ts';
import { makePlace } from './instance.ts';
import { bothDatabases, type Row } from './row.ts';

/** Of known and unknown accounts, in turns. With fewer, the interval of the difference says nothing. */
const PAIRS = 1_000;
const PAIRS_MIN = 150;
/** The 95 % interval of the difference, as a share of the time. */
const TOLERANCE = 0.05;

interface Tested {
  name: string;
  what: string;
  passesWhen: string;
  files: string[];
  /** Those whose name matches. */
  only?: string;
}

/** Tests of the API run on both databases by themselves. */
const byApiTests: Tested[] = [
  {
    name: 'uploads',
    what: 'endless streams, zip bombs, 1,000 parts, polyglots, ../, NUL',
    passesWhen: '4xx, memory + < 50 MB, nothing outside its place',
    files: ['api/src/features/careers/upload-abuse.test.ts', 'api/src/features/careers/careers.test.ts'],
  },
  {
    name: 'cross-site',
    what: 'state-changing routes from foreign, null and missing origins',
    passesWhen: '0 state changes',
    files: ['api/src/features/accounts/accounts.test.ts', 'api/src/http/http.test.ts'],
    only: 'cannot make a visitor call|another site',
  },
  {
    name: 'sessions',
    what: 'fixation, replay after logout and reset, forged identity tokens',
    passesWhen: '0 accepted',
    files: ['api/src/features/accounts/accounts.test.ts', 'api/src/features/accounts/provider/provider.test.ts'],
  },
  {
    name: 'referrals',
    what: '29 d 23:59:59, 30 d, self-referral, refunds',
    passesWhen: 'as the rules say',
    files: ['api/src/features/referrals/referrals.test.ts', 'api/src/features/referrals/referral-ledger.test.ts'],
  },
];

export const testedRows: Row[] = [
  ...byApiTests.map((tested) => ({ ...tested, databases: ['sqlite'] as const, run: () => runVitest(tested) })),
  {
    name: 'xss',
    what: 'XSS corpus shown in a browser',
    passesWhen: '0 executed, and without protection it does execute',
    databases: ['sqlite'],
    run: async () => {
      const file = 'e2e/resilience/hostile-posts.spec.ts';
      const env = { CHROME_PATH: await findBrowser(), FORCE_COLOR: '0' };
      const { status, output } = await run('playwright', ['test', ...siteProjects, file], { env, quiet: true });
      return { figure: output.trim().split('\n').at(-1)!.trim(), passed: status === 0 };
    },
  },
  {
    name: 'enumeration',
    what: 'known and unknown accounts in turns, 1,000 pairs',
    passesWhen: 'same answers; 95 % interval of the difference within ±5 %',
    databases: bothDatabases,
    run: async (circumstances) => {
      const pairs = Math.max(PAIRS_MIN, circumstances.rounds ?? PAIRS);
      const { url } = await makePlace(circumstances);
      const lines: string[] = [];
      const report = (line: string) => {
        lines.push(line.trim());
        circumstances.report(line);
      };
      const failed = await accountsUnderAttack({ pairs, tolerance: TOLERANCE, url, report });
      return { figure: `${failed} of ${lines.length} figures wrong`, passed: failed === 0 };
    },
  },
];

async function runVitest({ files, only }: Tested) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tested-'));
  const file = path.join(folder, 'report.json');
  const words = ['run', '--project', 'api', ...files, '--reporter=json', `--outputFile=${file}`];
  const { status, output } = await run('vitest', [...words, ...(only ? ['-t', only] : [])], { quiet: true });
  const report = JSON.parse(await readFile(file, 'utf8').catch(() => 'null')) as {
    numPassedTests: number;
    numFailedTests: number;
  } | null;
  await rm(folder, { recursive: true });
  if (!report) return { figure: `the tests did not run: ${output.trim().slice(-200)}`, passed: false };
  return {
    figure: `${report.numPassedTests} tests passed, ${report.numFailedTests} failed`,
    passed: status === 0 && report.numPassedTests > 0,
  };
}

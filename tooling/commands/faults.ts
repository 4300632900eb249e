/**
 * `npm run faults`: everything that may go wrong, on both databases, row by row (docs/performance.md has the table).
 * Options: `--rows kill,smtp`, `--database sqlite|postgres`, `--rounds N` instead of each row's own number; for odd
 * requests `--seed N` and `--requests N` for each database. With `--matrix` instead: every remote with every fault, and
 * releases while visitors browse (e2e/resilience). With `LOG_LEVEL=error` the servers log odd requests' errors.
 */
import { findBrowser } from '../browser/find-browser.ts';
import { ensureBuilt, siteTargets } from '../build/ensure-built.ts';
import { bothDatabases } from '../faults/rows/row.ts';
import { rows, runRows } from '../faults/rows/table.ts';
import { optionsAlone } from '../processes/arguments.ts';
import { endWith } from '../processes/command-error.ts';
import { run } from '../processes/run.ts';

const REQUESTS = 4_500;
/** Rows that show pages. */
const WITH_SITE = ['odd', 'xss', 'slow'];

const values = optionsAlone({
  rows: { type: 'string' },
  rounds: { type: 'string' },
  seed: { type: 'string' },
  requests: { type: 'string', default: String(REQUESTS) },
  database: { type: 'string' },
  matrix: { type: 'boolean' },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const requests = Number(values.requests);
const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
const databases = bothDatabases.filter((name) => values.database === undefined || name === values.database);
const names = values.rows?.split(',') ?? rows.map(({ name }) => name);
const wrong = wrongOption();
if (wrong) {
  console.error(wrong);
  process.exit(1);
}

if (values.matrix) {
  const env = { CHROME_PATH: await findBrowser().catch(endWith), MATRIX: 'whole' };
  await ensureBuilt(siteTargets, console.log).catch(endWith);
  const { status } = await run('playwright', ['test', '--project=faults', '--workers=1'], { env });
  process.exit(status);
}
if (WITH_SITE.some((name) => names.includes(name))) await ensureBuilt(siteTargets, console.log).catch(endWith);
const chosen = rows.filter(({ name }) => names.includes(name));
const failed = await runRows({ rows: chosen, databases, rounds, requests, seed, report: console.log });
console.log(failed === 0 ? '\nEvery row passed.' : `\n${failed} did not pass.`);
process.exit(failed === 0 ? 0 : 1);

function wrongOption(): string | undefined {
  const unknown = names.find((name) => !rows.some((row) => row.name === name));
  if (unknown !== undefined) return `--rows names "${unknown}"; there are ${rows.map(({ name }) => name).join(', ')}.`;
  if (databases.length === 0) return `--database is "${values.database}"; it takes ${bothDatabases.join(' or ')}.`;
  const isCount = (count: number) => Number.isSafeInteger(count) && count >= 1;
  if (rounds !== undefined && !isCount(rounds)) return `--rounds is "${values.rounds}"; it takes a number from 1.`;
  if (!isCount(requests)) return `--requests is "${values.requests}"; it takes a number from 1.`;
  return Number.isSafeInteger(seed) && seed >= 0 ? undefined : `--seed is "${values.seed}"; it takes a number from 0.`;
}

/**
 * `npm run faults`: odd requests to everything that listens, on both databases, without one answer that says the server
 * is at fault. Options: `--seed N`, `--requests N` for each database, `--database sqlite|postgres`.
 * With `--matrix` instead: every remote with every fault, and releases while visitors browse (e2e/resilience).
 * With `LOG_LEVEL=error` the servers say what they think of it.
 */
import { parseArgs } from 'node:util';
import { findBrowser } from '../browser/find-browser.ts';
import { ensureBuilt, remoteTargets, shellTarget } from '../build/ensure-built.ts';
import { faultRun } from '../faults/run.ts';
import type { DatabaseName } from '../faults/stage.ts';
import { run } from '../processes/run.ts';

const REQUESTS = 4_500;
const databases: DatabaseName[] = ['sqlite', 'postgres'];

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    requests: { type: 'string', default: String(REQUESTS) },
    database: { type: 'string' },
    matrix: { type: 'boolean' },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const requests = Number(values.requests);
const wanted = databases.filter((name) => values.database === undefined || name === values.database);
if (!Number.isSafeInteger(seed) || seed < 0 || !Number.isSafeInteger(requests) || requests < 1 || wanted.length === 0) {
  console.error('--seed takes a whole number from 0, --requests one from 1, --database takes sqlite or postgres.');
  process.exit(1);
}

await ensureBuilt([shellTarget, ...remoteTargets], console.log);
if (values.matrix) {
  const env = { CHROME_PATH: await findBrowser(), MATRIX: 'whole' };
  const { status } = await run('playwright', ['test', '--project=faults', '--workers=1'], { env });
  process.exit(status);
}
let wrong = 0;
for (const database of wanted) wrong += await faultRun({ database, requests, seed, report: console.log });
console.log(wrong === 0 ? '\nNothing was wrong.' : `\n${wrong} wrong.`);
process.exit(wrong === 0 ? 0 : 1);

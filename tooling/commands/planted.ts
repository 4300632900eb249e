/**
 * `npm run planted`: breaks one thing after another in the sources and runs the tests that must notice it. Ends with
 * status 1 when one is not noticed. Words after it choose faults: `npm run planted -- refund`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findBrowser } from '../browser/find-browser.ts';
import { developmentShellTarget, ensureBuilt, siteTargets } from '../build/ensure-built.ts';
import { plantedFaults, type PlantedFault } from '../planted/faults.ts';
import { run } from '../processes/run.ts';
import { repositoryRoot } from '../workspace/root.ts';

type Verdict = 'noticed' | 'NOT NOTICED' | 'STALE';

const words = process.argv.slice(2);
const chosen = plantedFaults.filter(({ what }) => words.every((word) => what.includes(word)));
let missed = chosen.length === 0 ? 1 : 0;
for (const fault of chosen) {
  const verdict = await plant(fault);
  console.log(`${verdict.padEnd(18)}  ${fault.what}`);
  if (verdict !== 'noticed') missed += 1;
}
console.log(`\n${chosen.length} planted, ${missed} not noticed`);
process.exit(missed > 0 ? 1 : 0);

async function plant({ file, find, replace, test, browser }: PlantedFault): Promise<Verdict> {
  const source = path.join(repositoryRoot, file);
  const right = await readFile(source, 'utf8');
  if (right.split(find).length !== 2) return 'STALE';
  const restore = () => writeFile(source, right);
  const interrupted = () => void restore().finally(() => process.exit(1));
  // `on`, not `once`: a terminal or supervisor may signal npm and this process, and the second signal must not end it
  // half-way.
  process.on('SIGINT', interrupted);
  process.on('SIGTERM', interrupted);
  try {
    await writeFile(
      source,
      right.replace(find, () => replace),
    );
    return (await (browser ? endToEnd(test) : vitest(test))) === 0 ? 'NOT NOTICED' : 'noticed';
  } finally {
    await restore();
    process.off('SIGINT', interrupted);
    process.off('SIGTERM', interrupted);
  }
}

async function vitest(test: string[]): Promise<number> {
  return (await run('vitest', ['run', ...test], { quiet: true })).status;
}

/** @throws when the build itself refuses the fault */
async function endToEnd(test: string[]): Promise<number> {
  await ensureBuilt([...siteTargets, developmentShellTarget], () => {});
  const env = { CHROME_PATH: await findBrowser(), CI: '' };
  return (await run('playwright', ['test', '--project=site', ...test], { quiet: true, env })).status;
}

/** CONTRIBUTING.md's steps for a new page, followed word by word, lead to one that is checked, tested and rendered. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt, remoteTargets, shellTarget } from '../build/ensure-built.ts';
import { secondCheckout, type SecondCheckout } from '../build/second-checkout.ts';
import { repositoryRoot } from '../workspace/root.ts';

/** Checks, a build and the servers of the trial, on a busy machine. */
const LONG_MS = 300_000;
const run = promisify(execFile);

let checkout: SecondCheckout;
let dataDir: string;

beforeAll(async () => {
  await ensureBuilt([shellTarget, ...remoteTargets], () => {});
  checkout = await secondCheckout();
  dataDir = await mkdtemp(path.join(tmpdir(), 'contributing-'));
}, LONG_MS);
afterAll(async () => {
  await checkout?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

/** The steps of "Add a page", each with its code. */
async function steps(): Promise<string[]> {
  const text = await readFile(path.join(repositoryRoot, 'CONTRIBUTING.md'), 'utf8');
  const part = /^## Add a page$([\s\S]*?)^### /m.exec(text)?.[1] ?? '';
  return part.split(/^\d\. /m).slice(1);
}

/** The code of a step, as it stands there. */
function codeOf(step: string): string {
  const code = /```\w+\n([\s\S]*?)```/.exec(step)?.[1] ?? '';
  return code.replaceAll(/^ {3}/gm, '');
}

/** Adds lines to a file: at its end, or before the last line that begins so. */
async function add(file: string, lines: string, before?: string): Promise<void> {
  const target = path.join(checkout.folder, file);
  const text = await readFile(target, 'utf8');
  const at = before === undefined ? text.length : text.lastIndexOf(`\n${before}`) + 1;
  expect(at, `${before} in ${file}`).toBeGreaterThan(0);
  await writeFile(target, text.slice(0, at) + lines + text.slice(at));
}

/** A command of package.json. @returns what it said */
async function command(...words: string[]): Promise<string> {
  const { VITEST: _, NODE_ENV: __, ...rest } = process.env;
  const env = { ...rest, DATA_DIR: dataDir, RELEASES_URL: '', npm_config_registry: 'http://127.0.0.1:1' };
  const options = { cwd: checkout.folder, env };
  return await run(process.execPath, ['tooling/bootstrap.mjs', ...words], options).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `FAILED\n${stdout}${stderr}`,
  );
}

test(
  'a page with a loader, a form and a test',
  async () => {
    const [itsPath, itsFiles, itsRoute, itsPlace, seeIt] = await steps();
    await add('shared/contracts/site-paths.ts', codeOf(itsPath!));
    await run('sh', ['-e', '-c', codeOf(itsFiles!)], { cwd: checkout.folder });
    await add('mf-careers/src/routes.tsx', codeOf(itsRoute!).replaceAll(/^/gm, '  ').trimEnd() + '\n', '];');
    await add('e2e/fixtures/pages.ts', `  ${codeOf(itsPlace!)}`, '] as const;');

    expect(await command('check')).not.toContain('FAILED');
    const [, tests] = /npx vitest run (\S+)`/.exec(seeIt!) ?? [];
    const vitest = path.join(checkout.folder, 'node_modules/vitest/vitest.mjs');
    const { stdout } = await run(process.execPath, [vitest, 'run', '--project', 'unit', tests!], {
      cwd: checkout.folder,
    });
    expect(stdout).toMatch(/Tests .*passed/);

    // Its pages are rendered by a site of their own.
    const said = await command('release', 'mf-careers', '--dry-run', '--skip', 'smoke');
    expect(said).toContain('can be released. Nothing was changed.');
    const routes = await readFile(path.join(checkout.folder, 'mf-careers/dist/route-modules.json'), 'utf8');
    expect(JSON.parse(routes)).toHaveProperty(['careers.events']);
  },
  LONG_MS,
);

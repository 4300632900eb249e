/**
 * CONTRIBUTING.md's steps for a new area and for a new page, followed word by word in a second checkout: both are
 * checked, tested and rendered, and a running site serves the new area once it is released. The same checkout proves
 * that a release's bytes depend on its sources and the lock file alone, and shows commands builds that fail. Copying it
 * and checking it is what takes long.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, glob, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt, shellTarget, siteTargets } from '../build/ensure-built.ts';
import { secondCheckout, type SecondCheckout } from '../build/second-checkout.ts';
import { startSite, type Site } from '../site/start-site.ts';
import { remotes } from '../workspace/remotes.ts';
import { repositoryRoot } from '../workspace/root.ts';

/** Checks, builds and servers, on a busy machine. */
const LONG_MS = 300_000;
const OTHER_USER = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  USER: 'somebody',
  LANG: 'tr_TR.UTF-8',
  TZ: 'Pacific/Kiritimati',
  NODE_ENV: 'development',
  MF_BUILD_VERSION: '7',
};
const execute = promisify(execFile);

let checkout: SecondCheckout;
let site: Site;

beforeAll(async () => {
  await ensureBuilt(siteTargets, () => {});
  [checkout, site] = await Promise.all([secondCheckout(), startSite()]);
}, LONG_MS);
afterAll(async () => {
  await Promise.all([checkout?.remove(), site?.stop()]);
});

/** Where Node's compile cache is in that checkout; it is not part of any build. */
const compiled = () => ({
  NODE_COMPILE_CACHE: path.join(checkout.folder, '.cache/node'),
  NODE_COMPILE_CACHE_PORTABLE: '1',
});

const environment = () => {
  const { VITEST: _, NODE_ENV: __, ...env } = process.env;
  return { ...env, ...compiled(), DATA_DIR: site.dataDir, RELEASES_URL: '', npm_config_registry: 'http://127.0.0.1:1' };
};

/** Runs a command of package.json in the other checkout. @returns its exit status and what it said */
async function run(...words: string[]): Promise<{ code: number; said: string }> {
  const ended = execute(process.execPath, ['tooling/bootstrap.mjs', ...words], {
    cwd: checkout.folder,
    env: environment(),
  });
  return await ended.then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, said: stdout + stderr }),
  );
}

test.each([
  ['mf-Events', '/events', '"mf-Events" cannot be a remote\'s name; allowed: mf- and 2 to 20 lowercase letters'],
  ['mf-events', '/api/events', "overlaps /api/*, which belongs to the shell's server itself."],
])('the command refuses %s %s in a sentence', async (name, pagePath, sentence) => {
  const { code, said } = await run('new-remote', name, pagePath);
  expect(said).toContain(sentence);
  expect(said).not.toMatch(/^ +at /m);
  expect(code).toBe(1);
});

test('what cannot be an area is refused, and nothing is written', async () => {
  const refused = [
    ['events', '/events', '"events" cannot be a remote\'s name'],
    ['mf-blog', '/events', 'There is a folder mf-blog already.'],
    ['mf-contact', '/events', 'paths.contact, which shared/contracts/site-paths.ts has already'],
    ['mf-class', '/events', 'paths.class, which is a word of JavaScript'],
    ['mf-await', '/events', 'paths.await, which is a word of JavaScript'],
    ['mf-events', 'events', '"events" cannot be the path of its page; allowed: a slash and letters'],
    ['mf-events', '/events/:id', '"/events/:id" cannot be the path of its page'],
    ['mf-events', '/career/open', '/career/open overlaps /career/:slug, which belongs to mf-careers.'],
  ] as const;
  const before = await readdir(checkout.folder);
  // In one program, which writes to that checkout, if at all, and not to this one.
  const program = `
    const { createRemote } = await import('./tooling/new-remote/create-remote.ts');
    const said = [];
    for (const [name, path] of ${JSON.stringify(refused)})
      said.push(await createRemote({ name, path }).then(
        () => 'written',
        (error) => error.constructor.name + ': ' + error.message,
      ));
    console.log(JSON.stringify(said));`;
  const { stdout } = await execute(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: checkout.folder,
  });
  const said = JSON.parse(stdout) as string[];
  refused.forEach(([name, pagePath, sentence], at) => {
    expect(said[at], `${name} ${pagePath}`).toContain(sentence);
    expect(said[at], `${name} ${pagePath}`).toMatch(/^CommandError: /);
  });
  expect(await readdir(checkout.folder)).toEqual(before);
});

test('without a path it says what it needs', async () => {
  expect(await run('new-remote', 'mf-events')).toMatchObject({ code: 1, said: expect.stringContaining('/events') });
});

test('the template has the packages of every remote, in their versions', async () => {
  const packagesOf = async (folder: string): Promise<Record<string, string>> =>
    (JSON.parse(await readFile(path.join(repositoryRoot, folder, 'package.json'), 'utf8')) as Package).dependencies;
  const template = await packagesOf('tooling/new-remote/template');
  for (const { name } of remotes) expect(await packagesOf(name), name).toMatchObject(template);
});

test('a new area is made', async () => {
  expect((await fetch(`${site.url}/events`)).status).toBe(404);
  expect(await contributing()).toContain('npm run new-remote mf-events /events\n');
  expect(await run('new-remote', 'mf-events', '/events')).toMatchObject({ code: 0 });
  const lock = JSON.parse(await readFile(path.join(checkout.folder, 'package-lock.json'), 'utf8')) as LockFile;
  expect(lock.packages['node_modules/mf-events']).toEqual({ resolved: 'mf-events', link: true });
});

/** The bytes do not depend on the folder, the time, the user, or the page that the new area has added to all paths. */
test.each(remotes.map(({ name }) => name))(
  '%s is the same, byte for byte, when another user builds it in another folder',
  async (name) => {
    const program = path.join(checkout.folder, 'tooling/release/build-remote.ts');
    await execute(process.execPath, [program, name], {
      cwd: checkout.folder,
      env: { ...OTHER_USER, ...compiled() },
    });
    expect(await hashes(path.join(checkout.folder, name, 'dist'))).toEqual(
      await hashes(path.join(repositoryRoot, name, 'dist')),
    );
  },
  LONG_MS,
);

test(
  'a new page, as CONTRIBUTING.md has it, and the new area pass every check and their tests',
  async () => {
    const [itsPath, itsFiles, itsRoute, itsPlace, seeIt] = await steps();
    await add('shared/contracts/site-paths.ts', codeOf(itsPath!));
    await execute('sh', ['-e', '-c', codeOf(itsFiles!)], { cwd: checkout.folder });
    const [itsImport, itsEntry] = codesOf(itsRoute!);
    await add('mf-careers/src/routes.tsx', itsImport!, 'import type { RouteHandle }');
    await add('mf-careers/src/routes.tsx', itsEntry!.replaceAll(/^/gm, '  ').trimEnd() + '\n', '];');
    await add('e2e/fixtures/pages.ts', `  ${codeOf(itsPlace!)}`, '];');

    expect(await checked()).toEqual({ passed: 5, failed: 0, failures: [] });
    const [, tests] = /npx vitest run (\S+)`/.exec(seeIt!) ?? [];
    const vitest = path.join(checkout.folder, 'node_modules/vitest/vitest.mjs');
    const all = ['mf-events', tests!, 'tooling/lint/architecture.test.ts'];
    // The rules for arrows are the same as here, and their test is of no remote in particular.
    const those = '--testNamePattern=^(?!what the diagram allows)';
    const { stdout } = await execute(process.execPath, [vitest, 'run', those, ...all], {
      cwd: checkout.folder,
      env: { ...process.env, ...compiled(), NO_COLOR: '1' },
    });
    expect(stdout).toMatch(/Test Files +3 passed/);
  },
  LONG_MS,
);

test(
  'a site that runs serves the new area once it is released',
  async () => {
    const pageOf = async (init?: RequestInit) => {
      const response = await fetch(`${site.url}/events`, init);
      return { status: response.status, html: await response.text() };
    };
    await takeOverShell();
    const left = await killedRelease();
    expect(await run('release', 'mf-events')).toMatchObject({ code: 0, said: expect.stringContaining('is current.') });
    await expect(stat(left), 'what the trial of a release that was killed left').rejects.toThrow('ENOENT');
    await expect.poll(async () => (await pageOf()).status, { timeout: 10_000 }).toBe(200);
    const { html } = await pageOf();
    expect(html).toContain('data-boundary="mf-events"');
    expect(html).toContain('<title>Events | Portloom</title>');
    expect(html.match(/href="?\/post\/\d+\b/g)).toHaveLength(3);
    expect(await (await fetch(`${site.url}/sitemap.xml`)).text()).toContain(`<loc>${site.url}/events</loc>`);
    const pages = await readFile(path.join(checkout.folder, 'e2e/fixtures/pages.ts'), 'utf8');
    for (const name of ['events', 'talks'])
      expect(pages, 'as the tests of the site map and of links find it').toMatch(
        new RegExp(`path: '/${name}',[^}]* isFound: true,\\s+isUnlinked: true\\b`),
      );

    const form = (email: string) => ({
      method: 'POST',
      headers: { origin: site.url },
      body: new URLSearchParams({ email }),
    });
    const refused = await pageOf(form('ada@'));
    expect(refused).toMatchObject({ status: 422, html: expect.stringContaining('value="ada@"') });
    expect((await pageOf(form('ada@example.com'))).html).toContain('Check your email to confirm.');
  },
  LONG_MS,
);

test(
  'the new page can be released: its pages are rendered by a separate site',
  async () => {
    const { said } = await run('release', 'mf-careers', '--dry-run', '--skip', 'smoke');
    expect(said).toContain('can be released. Nothing was changed.');
    const routes = await readFile(path.join(checkout.folder, 'mf-careers/dist/route-modules.json'), 'utf8');
    expect(JSON.parse(routes)).toHaveProperty(['careers.talks']);
  },
  LONG_MS,
);

test('a build that fails ends the commands that need it with its own words', async () => {
  const builder = path.join(checkout.folder, 'tooling/build/build-shell.ts');
  await writeFile(builder, "console.error('no more than this'); process.exit(1);");
  const commands = ['faults --rows odd', 'bench --documents'].map(async (words) => {
    const { code, said } = await run(...words.split(' '));
    expect(said, words).toMatch(/^Building shell failed:\nno more than this$/m);
    expect(said, words).not.toMatch(/^ +at /m);
    expect(code, words).toBe(1);
  });
  await Promise.all(commands);
});

/** As `npm run check`, which has looked at the format of all other files and linted them where they come from. */
async function checked(): Promise<unknown> {
  const program = `
    const { check } = await import('./tooling/checks/checks.ts');
    console.log(JSON.stringify(await check(['mf-events', 'mf-careers', 'shared/contracts', 'e2e/fixtures'])));`;
  const bin = path.join(checkout.folder, 'node_modules/.bin');
  const { stdout } = await execute(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: checkout.folder,
    env: { ...environment(), PATH: `${bin}${path.delimiter}${process.env.PATH}` },
  });
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as unknown;
}

/** The shell knows no remote: with one more, its build is the same, byte for byte, and takes 8 s of processor time. */
async function takeOverShell(): Promise<void> {
  await cp(path.join(repositoryRoot, shellTarget.output), path.join(checkout.folder, shellTarget.output), {
    recursive: true,
  });
  const program = `
    const { inputsOf, noteBuilt, shellTarget } = await import('./tooling/build/ensure-built.ts');
    await noteBuilt(shellTarget, inputsOf(shellTarget));`;
  await execute(process.execPath, ['--input-type=module', '--eval', program], { cwd: checkout.folder });
}

/** Kills the release of the new area while it is tried. @returns the folder that only it had */
async function killedRelease(): Promise<string> {
  const child = spawn(process.execPath, ['tooling/commands/release.ts', 'mf-events'], {
    cwd: checkout.folder,
    env: environment(),
    stdio: 'ignore',
  });
  const ended = once(child, 'close');
  const pattern = `{/dev/shm,${tmpdir()}}/release-of-${child.pid}-*/site-*/releases`;
  while (child.exitCode === null) {
    for await (const folder of glob(pattern)) {
      child.kill('SIGKILL');
      await ended;
      return path.resolve(folder, '../..');
    }
    await delay(20);
  }
  throw new Error('The release ended before it was tried.');
}

const contributing = () => readFile(path.join(repositoryRoot, 'CONTRIBUTING.md'), 'utf8');

/** The steps of "Add a page", each with its code. */
async function steps(): Promise<string[]> {
  const part = /^## Add a page$([\s\S]*?)^### /m.exec(await contributing())?.[1] ?? '';
  return part.split(/^\d\. /m).slice(1);
}

/** The blocks of code of a step, as they are there. */
const codesOf = (step: string): string[] =>
  [...step.matchAll(/```\w+\n([\s\S]*?)```/g)].map(([, code]) => code!.replaceAll(/^ {3}/gm, ''));

const codeOf = (step: string): string => codesOf(step)[0] ?? '';

/** Adds lines to a file, once, however often a test is tried: at its end, or before the last line that begins so. */
async function add(file: string, lines: string, before?: string): Promise<void> {
  const target = path.join(checkout.folder, file);
  const text = await readFile(target, 'utf8');
  if (text.includes(lines)) return;
  const at = before === undefined ? text.length : text.lastIndexOf(`\n${before}`) + 1;
  expect(at, `${before} in ${file}`).toBeGreaterThan(0);
  await writeFile(target, text.slice(0, at) + lines + text.slice(at));
}

async function hashes(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const all = files.toSorted().map(async (file) => {
    const hash = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    return [path.relative(folder, file), hash] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}

interface Package {
  dependencies: Record<string, string>;
}

interface LockFile {
  packages: Record<string, unknown>;
}

/**
 * A remote in a repository of its own: installed from the packed packages, built and released by their command, and
 * served by the real shell. Its other packages are this repository's, so that nothing comes over the network.
 */
import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import { compileCache } from '../../shared/node/compile-cache.ts';
import { readRegistry } from '../../shared/release-store/registry-file.ts';
import { ensureBuilt, shellTarget } from '../build/ensure-built.ts';
import { freePort } from '../processes/free-port.ts';
import { type RunningServer, SHELL_PROGRAM, startServer } from '../processes/servers.ts';
import type { remoteConfig } from '../vite/remote.ts';
import { remotes } from '../workspace/remotes.ts';
import { repositoryRoot } from '../workspace/root.ts';
import { pack } from './pack.ts';
import type * as packed from './vite.d.ts';
import { eventsRemote } from './test-support/events-remote.ts';

const run = promisify(execFile);
const BUILDS_MS = 240_000;
const WORKSPACES = ['shared', 'shell', 'api', ...remotes.map(({ name }) => name)];

let home: string;
let remote: string;
let shell: RunningServer | undefined;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'own-repository-'));
  remote = path.join(home, 'events');
  for (const [file, text] of Object.entries(eventsRemote)) {
    await mkdir(path.dirname(path.join(remote, file)), { recursive: true });
    await writeFile(path.join(remote, file), text);
  }
  const [files] = await Promise.all([pack(path.join(home, 'packages'), '1.2.3'), ensureBuilt([shellTarget], () => {})]);
  await linkPackages(path.join(repositoryRoot, 'node_modules'), path.join(remote, 'node_modules'));
  for (const file of files) await unpack(file, path.join(remote, 'node_modules'));
}, BUILDS_MS);
afterAll(async () => {
  await shell?.stop();
  await rm(home, { recursive: true, force: true });
});

/** Links all installed packages but this repository's own. */
async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    if (WORKSPACES.includes(name) || name.startsWith('.')) continue;
    if (name.startsWith('@')) await linkPackages(path.join(from, name), path.join(to, name));
    else await symlink(path.join(from, name), path.join(to, name));
  }
}

/** Unpacks a package's file like npm, under the name that the remote's package.json has for it. */
async function unpack(file: string, modules: string): Promise<void> {
  const name = path.basename(file).startsWith('portloom-tooling') ? '@portloom/tooling' : 'shared';
  await mkdir(path.join(modules, name), { recursive: true });
  await run('tar', ['-xzf', file, '--strip-components=1', '-C', path.join(modules, name)]);
}

/** The command that the documents name. */
function release(env: Record<string, string> = {}, ...words: string[]) {
  const program = path.join(remote, 'node_modules/@portloom/tooling/dist/release-here.js');
  const { PATH } = process.env;
  return run(process.execPath, [program, ...words], {
    cwd: remote,
    env: { PATH, RELEASED_BY: 'CI of events', ...compileCache(), ...env },
  });
}

test('it is released with one command, and the site shows its page', { timeout: BUILDS_MS }, async () => {
  const store = path.join(home, 'store');
  const { stdout } = await release({ RELEASES_URL: pathToFileURL(store).href });
  expect(stdout).toMatch(/^mf-events [0-9a-f]{14} is current\.$/m);
  const port = await freePort();
  shell = await startServer(SHELL_PROGRAM, {
    NODE_ENV: 'production',
    LOG_LEVEL: 'fatal',
    DATA_DIR: path.join(home, 'data'),
    RELEASES_URL: pathToFileURL(store).href,
    PORT: String(port),
  });
  const response = await fetch(`http://localhost:${port}/events`);
  const page = await response.text();
  expect(response.status).toBe(200);
  expect(page).toContain('Meet us in Lagos');
  expect(page).toMatch(/href="\/remotes\/mf-events\/[0-9a-f]{14}\/assets\/[^"]+\.js"/);
  const [entry] = /\/remotes\/mf-events\/[0-9a-f]{14}\/remoteEntry\.js/.exec(page)!;
  expect((await fetch(`http://localhost:${port}${entry}`)).status).toBe(200);
});

test('what the packed tooling imports is what its package names', async () => {
  const folder = path.join(remote, 'node_modules/@portloom/tooling');
  const { dependencies, peerDependencies } = JSON.parse(
    await readFile(path.join(folder, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'peerDependencies', Record<string, string>>;
  const imported = new Set<string>();
  for (const name of await readdir(path.join(folder, 'dist'))) {
    const code = await readFile(path.join(folder, 'dist', name), 'utf8');
    for (const [, specifier] of code.matchAll(/^(?:import|export) .*?['"]((?!node:|\.)[^'"]+)['"];$/gm))
      imported.add(/^(?:@[^/]+\/)?[^/]+/.exec(specifier!)![0]);
    for (const [, specifier] of code.matchAll(/\bimport\(['"]((?!node:|\.)[^'"]+)['"]\)/g))
      imported.add(/^(?:@[^/]+\/)?[^/]+/.exec(specifier!)![0]);
  }
  const named = Object.keys({ ...dependencies, ...peerDependencies });
  expect(named.toSorted()).toEqual(expect.arrayContaining([...imported].toSorted()));
  expect(Object.values(dependencies).every((version) => /^\d/.test(version))).toBe(true);
});

test('a preview is not shown to visitors; what is not understood changes nothing', { timeout: BUILDS_MS }, async () => {
  const RELEASES_URL = pathToFileURL(path.join(home, 'preview')).href;
  const attempt = release({ RELEASES_URL }, '--dry-run');
  await expect(attempt).rejects.toThrow(/'--dry-run'\. portloom-release takes --preview or --traffic/);
  await expect(access(path.join(home, 'preview'))).rejects.toThrow('ENOENT');

  const { stdout } = await release({ RELEASES_URL }, '--preview');
  const [, version] = /^mf-events (\w+) is a preview\. To look at it: .* try mf-events@\1 \(in the site's/.exec(
    stdout,
  )!;
  const { microFrontends } = await readRegistry(path.join(home, 'preview'));
  expect(microFrontends['mf-events']).toMatchObject([
    { metadata: { version }, deployment: { traffic: 0, default: false } },
  ]);
});

test('a mistake in a source is reported with file and line, without a stack', { timeout: BUILDS_MS }, async () => {
  const page = path.join(remote, 'src/features/next-event-page.tsx');
  const text = await readFile(page, 'utf8');
  await writeFile(page, `const broken = = 1;\n${text}`);
  try {
    const store = path.join(home, 'broken');
    const { stderr } = await release({ RELEASES_URL: pathToFileURL(store).href }).catch(
      (error: unknown) => error as Error & { stderr: string },
    );
    expect(stderr).toMatch(/next-event-page\.tsx:1:\d+/);
    expect(stderr).not.toMatch(/^ +at /m);
  } finally {
    await writeFile(page, text);
  }
});

test('a package.json that is not JSON is named, without a stack', async () => {
  const manifest = path.join(remote, 'package.json');
  await writeFile(manifest, '{ "name": ');
  try {
    await expect(release()).rejects.toThrow(/events\/package\.json is not JSON: [^\n]+\.\n$/);
  } finally {
    await writeFile(manifest, eventsRemote['package.json']!);
  }
});

test("the packed types of the builds' factory are its own, but for drawings", () => {
  type Own = Omit<NonNullable<Parameters<typeof remoteConfig>[1]>, 'drawings'>;
  expectTypeOf<Pick<packed.OwnConfig, keyof packed.OwnConfig>>().toEqualTypeOf<Own>();
});

test('without a store it says what is missing', async () => {
  await expect(release()).rejects.toThrow(/RELEASES_URL is not set; allowed: the store that the site reads/);
});

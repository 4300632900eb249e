/** The first step of every command, on machines that are not as it would like them. */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { repositoryRoot } from './root.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'bootstrap-'));
  await mkdir(path.join(root, 'tooling/workspace'), { recursive: true });
  for (const file of ['tooling/bootstrap.mjs', 'tooling/workspace/run-command.mjs'])
    await cp(path.join(repositoryRoot, file), path.join(root, file));
});
afterEach(() => rm(root, { recursive: true }));

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

async function bootstrap(nodeArguments: string[] = [], env: Record<string, string> = {}): Promise<Ended> {
  const ended = promisify(execFile)(process.execPath, [...nodeArguments, 'tooling/bootstrap.mjs', 'greet'], {
    cwd: root,
    env: {
      ...env,
      PATH: process.env.PATH,
      HOME: root,
      npm_config_registry: 'http://127.0.0.1:1',
      npm_config_fetch_retries: '0',
    },
  });
  return await ended.then(
    (output) => ({ code: 0, ...output }),
    (error: unknown) => error as Ended,
  );
}

test.each(['18.20.8', '12.22.12', '20.18.3'])('Node %s is told that it is too old', async (version) => {
  // Only the version is an old one; the next test is about the syntax that old versions read.
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`;
  const { code, stderr } = await bootstrap(['--import', `data:text/javascript,${encodeURIComponent(older)}`]);
  expect(stderr).toBe(
    `Node ${version} is too old to set this project up: install Node 20.19 or newer (https://nodejs.org).\n`,
  );
  expect(code).toBe(1);
});

test.each([
  ['#', 'c# project'],
  ['?', 'why?'],
  // As `git clone` names a folder after an address with escapes.
  ['%', 'my%20site'],
  [path.delimiter, `site${path.delimiter}new`],
])('a path with "%s" is refused before anything is installed', async (character, name) => {
  const parent = root;
  root = path.join(parent, name);
  try {
    await cp(path.join(parent, 'tooling'), path.join(root, 'tooling'), { recursive: true });
    const { code, stdout, stderr } = await bootstrap();
    expect(stderr).toBe(
      `This project does not work in ${root}, since its path has "${character}": move it, or rename the folder.\n`,
    );
    expect([code, stdout]).toEqual([1, '']);
  } finally {
    root = parent;
  }
});

test('what runs before the version is known is written in words that old Nodes read', async () => {
  const text = await readFile(path.join(repositoryRoot, 'tooling/bootstrap.mjs'), 'utf8');
  expect(text).not.toMatch(/^import |import\.meta|\?\?|\?\.|await|`[^`]*\$\{/m);
});

/** A checkout whose packages are installed, without commands. */
async function preparePackages(): Promise<void> {
  for (const folder of ['node_modules/.bin', 'tooling/commands'])
    await mkdir(path.join(root, folder), { recursive: true });
  const installed = createHash('sha256').update('{}').digest('hex');
  const files = {
    'package.json': '{ "type": "module" }',
    'package-lock.json': '{}',
    'node_modules/.installed': installed,
  };
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(root, file), text);
  await symlink(process.execPath, path.join(root, 'node_modules/.bin/node'));
}

test('a command whose terminal is gone is stopped, and told so once', async () => {
  await preparePackages();
  const command = `import { appendFileSync, writeFileSync } from 'node:fs';
    process.on('SIGTERM', () => appendFileSync('signals', 'SIGTERM '));
    process.once('SIGTERM', () => setTimeout(() => { writeFileSync('ended', ''); process.exit(); }, 1_000));
    setInterval(() => {}, 1_000);
    writeFileSync('started', '');`;
  await writeFile(path.join(root, 'tooling/commands/greet.ts'), command);
  const terminal = '"$0" tooling/bootstrap.mjs greet & while [ ! -e started ]; do sleep 0.1; done';
  await promisify(execFile)('sh', ['-c', `(${terminal}) > output 2>&1`, process.execPath], { cwd: root });
  await expect.poll(() => existsSync(path.join(root, 'ended')), { timeout: 20_000 }).toBe(true);
  expect(await readFile(path.join(root, 'signals'), 'utf8')).toBe('SIGTERM ');
});

test('an unknown command is named, with those that exist', async () => {
  await preparePackages();
  for (const name of ['build', 'start']) await writeFile(path.join(root, `tooling/commands/${name}.ts`), '');
  const { code, stderr } = await bootstrap();
  expect([code, stderr]).toEqual([1, '"greet" is not a command; allowed: build, start.\n']);
});

/** A checkout without packages, whose only one is Node. @param scripts run by npm */
async function prepareCheckout(scripts: Record<string, string> = {}): Promise<void> {
  await mkdir(path.join(root, 'pinned'));
  await mkdir(path.join(root, 'tooling/commands'));
  const own = { name: 'site', version: '0.0.0', scripts, devDependencies: { node: 'file:pinned' } };
  const pinned = { name: 'node', version: '1.0.0', bin: { node: 'node' } };
  const packages = {
    '': own,
    pinned: { ...pinned, dev: true },
    'node_modules/node': { resolved: 'pinned', link: true },
  };
  const lock = { name: 'site', version: '0.0.0', lockfileVersion: 3, packages };
  await symlink(process.execPath, path.join(root, 'pinned/node'));
  for (const [file, content] of Object.entries({
    'package.json': own,
    'package-lock.json': lock,
    'pinned/package.json': pinned,
  }))
    await writeFile(path.join(root, file), JSON.stringify(content));
  await writeFile(path.join(root, 'tooling/commands/greet.ts'), "console.log('Hello');");
}

test('a machine that has NODE_ENV=production for its servers gets what builds as well', async () => {
  await prepareCheckout();
  const { code, stdout, stderr } = await bootstrap([], { NODE_ENV: 'production' });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/\nHello\n$/);
  expect(code).toBe(0);
});

test('of two commands at once one installs and the other waits; a killed one is not waited for', async () => {
  await prepareCheckout({ preinstall: 'echo begun >> installs && sleep 1' });
  await mkdir(path.join(root, '.cache'));
  const killed = spawn(process.execPath, ['--version']);
  await once(killed, 'exit');
  await writeFile(path.join(root, '.cache/installing'), String(killed.pid));
  const both = await Promise.all([bootstrap(), bootstrap()]);
  expect(both.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ''],
    [0, ''],
  ]);
  expect(both.map(({ stdout }) => stdout).join('')).toContain('Another command is installing the packages');
  expect(await readFile(path.join(root, 'installs'), 'utf8')).toBe('begun\n');
});

test('a killed one is not waited for, even if its process id is taken, as after a restart', async () => {
  await prepareCheckout();
  await mkdir(path.join(root, '.cache'));
  const installing = path.join(root, '.cache/installing');
  await writeFile(installing, String(process.pid));
  const [now, minute] = [Date.now() / 1_000, 60];
  await utimes(installing, now, now - 2 * minute);
  const { code, stdout } = await bootstrap();
  expect(stdout).toMatch(/\nHello\n$/);
  expect(code).toBe(0);
});

test('a lock file that changed while there is no network leaves what is installed', async () => {
  const installed = path.join(root, 'node_modules/something');
  await mkdir(installed, { recursive: true });
  await writeFile(path.join(installed, 'package.json'), '{ "name": "something", "version": "1.0.0" }');
  await writeFile(path.join(root, 'node_modules/.installed'), 'another lock file');
  const dependencies = { something: '1.0.0', absent: '1.0.0' };
  await writeFile(path.join(root, 'package.json'), JSON.stringify({ name: 'site', version: '0.0.0', dependencies }));
  const locked = (name: string) => ({ version: '1.0.0', resolved: `http://127.0.0.1:1/${name}.tgz` });
  const lock = {
    name: 'site',
    version: '0.0.0',
    lockfileVersion: 3,
    packages: {
      '': { name: 'site', version: '0.0.0', dependencies },
      'node_modules/something': locked('something'),
      'node_modules/absent': locked('absent'),
    },
  };
  await writeFile(path.join(root, 'package-lock.json'), JSON.stringify(lock));

  const { code, stdout, stderr } = await bootstrap();
  expect(stdout).toContain('package-lock.json has changed: updating packages …');
  expect(stderr).toContain('The packages from before are still there');
  expect(stderr).not.toMatch(/^ +at /m);
  expect(code).toBe(1);
  expect(await readFile(path.join(installed, 'package.json'), 'utf8')).toContain('"something"');
});

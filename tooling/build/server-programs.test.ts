/** The servers' builds do what their sources do. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { API_PROGRAM, memoryFlags, SHELL_PROGRAM, startServer } from '../processes/servers.ts';
import { copyReleaseStore } from '../site/release-store.ts';
import { remotes } from '../workspace/remotes.ts';
import { repositoryRoot } from '../workspace/root.ts';
import { bundleServer } from './bundle-server.ts';
import { ensureBuilt, siteTargets } from './ensure-built.ts';

beforeAll(() => ensureBuilt(siteTargets, () => {}));

test('the API describes the same calls as its sources, word for word', async () => {
  const documents = await Promise.all(['api/src/server.ts', API_PROGRAM].map(openApiOf));
  expect(Object.keys((documents[0] as { paths: object }).paths).length).toBeGreaterThan(10);
  expect(documents[1]).toEqual(documents[0]);
});

test('they start threads and processes that are built as well, and nothing from the sources', async () => {
  for (const [program, started] of [
    [API_PROGRAM, ['checkpoint-thread', 'cv-worker', 'image-worker']],
    [SHELL_PROGRAM, ['thread']],
  ] as const) {
    const folder = path.join(repositoryRoot, path.dirname(program));
    const files = (await readdir(folder)).filter((name) => name.endsWith('.mjs'));
    const text = (await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')))).join('\n');
    const programs = [...text.matchAll(/new URL\(["'`]\.\/([\w-]+)\.mjs["'`], import\.meta\.url\)/g)];
    expect([...new Set(programs.map(([, name]) => name))].toSorted()).toEqual(started);
    expect(files).toEqual(expect.arrayContaining(started.map((name) => `${name}.mjs`)));
  }
});

test('a command of an administrator loads nothing of what logs people in: it would take twice as long', async () => {
  expect(await loadedText(API_PROGRAM)).toContain('node_modules/better-auth/');
  expect(await loadedText('api/dist/admin.mjs')).not.toMatch(/node_modules\/(better-auth|@simplewebauthn)\//);
});

/** The program with all that it imports at its start. */
async function loadedText(program: string): Promise<string> {
  const folder = path.join(repositoryRoot, path.dirname(program));
  const files = new Set([path.basename(program)]);
  let whole = '';
  for (const file of files) {
    const text = await readFile(path.join(folder, file), 'utf8');
    for (const [, name] of text.matchAll(/^(?:import|export) .*?["']\.\/([\w-]+\.mjs)["'];$/gm)) files.add(name!);
    whole += text;
  }
  return whole;
}

/** Otherwise V8 would keep all of the file with two bytes for each character (tooling/vite/server-output.ts). */
test('what Node runs has no character beyond Latin-1, and the names of its sources', async () => {
  const folders = [API_PROGRAM, SHELL_PROGRAM].map((program) => path.dirname(program));
  folders.push('shell/dist/server', ...remotes.map(({ name }) => `${name}/dist/server`));
  for (const folder of folders) {
    const files = (await readdir(path.join(repositoryRoot, folder))).filter((name) => /\.m?js$/.test(name));
    expect(files, folder).not.toEqual([]);
    for (const file of files) {
      const text = await readFile(path.join(repositoryRoot, folder, file), 'utf8');
      expect(/.{0,20}[\u0100-\uffff].{0,20}/.exec(text)?.[0], `${folder}/${file}`).toBeUndefined();
    }
  }
  const server = await readFile(path.join(repositoryRoot, API_PROGRAM), 'utf8');
  expect(server).toMatch(/^(async )?function createApp\(/m);
});

test('a program that is started and not built is refused', async () => {
  const outDir = await mkdtemp(path.join(tmpdir(), 'server-programs-'));
  const programs = { server: 'src/database/write-ahead-log.ts' };
  const building = bundleServer({ root: 'api', programs, outDir });
  await expect(building).rejects.toThrow('starts ./checkpoint-thread.ts, which is not among the programs');
  await rm(outDir, { recursive: true });
});

test('a shell compiles nothing that an earlier start has compiled', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'server-programs-'));
  await copyReleaseStore(path.join(home, 'releases'), ['mf-auth', 'mf-careers']);
  const said = async (): Promise<string> => {
    const shell = fork(path.join(repositoryRoot, SHELL_PROGRAM), {
      execArgv: memoryFlags(SHELL_PROGRAM),
      env: {
        NODE_ENV: 'production',
        LOG_LEVEL: 'fatal',
        DATA_DIR: home,
        PORT: '0',
        NODE_COMPILE_CACHE: path.join(home, 'compiled'),
        NODE_COMPILE_CACHE_PORTABLE: '1',
        NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let output = '';
    shell.stderr!.on('data', (part) => (output += part));
    await once(shell, 'message');
    shell.kill();
    await once(shell, 'close');
    return output;
  };
  expect(await said(), 'the first one').toContain('writing cache');
  const again = await said();
  expect(again).toContain('was accepted');
  expect(again).not.toMatch(/was rejected|writing cache/);
  await rm(home, { recursive: true });
});

async function openApiOf(program: string): Promise<unknown> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'server-programs-'));
  const env = { NODE_ENV: 'production', LOG_LEVEL: 'warn', DATA_DIR: dataDir, DATABASE_URL: '', API_PORT: '0' };
  const server = await startServer(program, env);
  try {
    return await (await fetch(`http://127.0.0.1:${server.port}/api/openapi.json`)).json();
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true });
  }
}

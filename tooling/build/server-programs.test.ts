/** The servers' builds do what their sources do. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { API_PROGRAM, memoryFlags, SHELL_PROGRAM, startServer } from '../processes/servers.ts';
import { copyReleaseStore } from '../site/release-store.ts';
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

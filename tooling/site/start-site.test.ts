/** Sites for tests, benchmarks and trials of releases: what reaches them, and what one leaves that does not start. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isAlive } from '../../shared/node/is-alive.ts';
import { repositoryRoot } from '../workspace/root.ts';
import { startSite } from './start-site.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'start-site-'));
  await mkdir(path.join(folder, 'temporary'));
  vi.stubEnv('TMPDIR', path.join(folder, 'temporary'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** A program in a server's place, which notes its environment. @returns its path from the root */
async function program(name: string, fate: string): Promise<string> {
  const file = path.join(folder, `${name}.mjs`);
  const note = `writeFileSync(new URL('./${name}.json', import.meta.url), JSON.stringify({ ...process.env, pid: process.pid }));`;
  await writeFile(file, `import { writeFileSync } from 'node:fs';\n${note}\n${fate}\n`);
  return path.relative(repositoryRoot, file);
}

const READY = `process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000); process.send({ type: 'ready', port: 1 });`;
const noted = async (name: string) =>
  JSON.parse(await readFile(path.join(folder, `${name}.json`), 'utf8')) as Record<string, string> & { pid: number };

test('the settings of a site that runs here do not reach it: it would take its ports, mails and files', async () => {
  const settings = {
    METRICS_PORT: '9464',
    MAIL_FROM: 'site@example.com',
    FILES_STORE: 's3://files/site',
    POSTING: 'off',
    HOST: '0.0.0.0',
    RENDER_THREADS: '2',
    PORT: '3000',
    DATA_DIR: '/srv/site',
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const [shellProgram, apiProgram] = await Promise.all([program('shell', READY), program('api', READY)]);
  const site = await startSite({ shellProgram, apiProgram, fillStore: async () => {}, env: { RENDER_THREADS: '3' } });
  const own = { RENDER_THREADS: '3', DATA_DIR: site.dataDir, NODE_ENV: 'production' };
  for (const name of ['shell', 'api']) {
    const env = await noted(name);
    expect(env, name).toMatchObject(own);
    for (const setting of ['METRICS_PORT', 'MAIL_FROM', 'FILES_STORE', 'POSTING', 'HOST'])
      expect(env, name).not.toHaveProperty(setting);
    expect(env['PORT'], name).not.toBe('3000');
    expect(env['PATH'], name).toBe(process.env.PATH);
  }
  await site.stop();
});

test('one that does not start leaves neither a process nor a folder', async () => {
  const [shellProgram, apiProgram] = await Promise.all([program('shell', READY), program('api', 'process.exit(1);')]);
  const starting = startSite({ shellProgram, apiProgram, fillStore: async () => {} });
  await expect(starting).rejects.toThrow(/api\.mjs stopped with status 1 before it was ready/);
  expect(await readdir(path.join(folder, 'temporary'))).toEqual([]);
  expect(isAlive((await noted('shell')).pid)).toBe(false);
});

/** What is not there is said in a sentence, within seconds, before anything is built or started. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { repositoryRoot } from '../workspace/root.ts';
import { freePort } from './free-port.ts';

/** A person waits no longer for a sentence; a busy machine takes a while to start Node at all. */
const SOON_MS = 5_000;
const START_OF_NODE_MS = 5_000;

let dataDir: string;
let silent: Server;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'surroundings-'));
  // Takes connections and says nothing, as a machine behind a firewall that is stuck.
  silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterEach(async () => {
  silent.close();
  await rm(dataDir, { recursive: true });
});

async function run(command: string, env: Record<string, string>) {
  const ports = { PORT: String(await freePort()), API_PORT: String(await freePort()) };
  const started = performance.now();
  const [name, ...words] = command.split(' ');
  const program = path.join(repositoryRoot, 'tooling/commands', `${name}.ts`);
  const ended = promisify(execFile)(process.execPath, [program, ...words], {
    env: { ...process.env, NODE_ENV: '', DATABASE_URL: '', RELEASES_URL: '', DATA_DIR: dataDir, ...ports, ...env },
    timeout: 30_000,
  });
  const { code, stderr } = (await ended.catch((error: unknown) => error)) as { code: number; stderr: string };
  return { code, stderr, ms: performance.now() - started };
}

const silentUrl = (scheme: string) => `${scheme}://127.0.0.1:${(silent.address() as { port: number }).port}`;

describe.each(['start', 'dev', 'dev-remote mf-blog'])('%s', (command) => {
  test('a folder that cannot be written', async () => {
    const file = path.join(dataDir, 'file');
    await writeFile(file, '');
    const { code, stderr } = await run(command, { DATA_DIR: path.join(file, 'data') });
    expect(stderr).toMatch(
      /DATA_DIR is ".*file\/data", which cannot be written \(.+\)\. Set it to a folder of your own\./,
    );
    expect(stderr).not.toMatch(/^ +at /m);
    expect(code).toBe(1);
  });

  test.each(['away', 'silent'])('PostgreSQL that is %s', async (how) => {
    const url = how === 'away' ? 'postgres://ada:secret@127.0.0.1:1/site' : `${silentUrl('postgres')}/site`;
    const { code, stderr, ms } = await run(command, { DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(32) });
    expect(stderr).toContain('cannot be used: ');
    expect(stderr).toContain('Start it, or leave DATABASE_URL out');
    expect(stderr).not.toContain('secret@');
    expect(stderr).not.toMatch(/^ +at /m);
    expect(code).toBe(1);
    expect(ms).toBeLessThan(SOON_MS + START_OF_NODE_MS);
  });
});

test.each(['away', 'silent'])('start with a release store that is %s', async (how) => {
  const url = how === 'away' ? 'http://127.0.0.1:1/store' : `${silentUrl('http')}/store`;
  const { code, stderr, ms } = await run('start', { RELEASES_URL: url });
  expect(stderr).toContain(`The release store at RELEASES_URL cannot be read: ${url}/registry.json: `);
  expect(stderr).not.toMatch(/^ +at /m);
  expect(code).toBe(1);
  expect(ms).toBeLessThan(SOON_MS + START_OF_NODE_MS);
});

test('dev looks at its own ports as well, and names the variable that moves them', async () => {
  const base = 21_000 + Math.floor(Math.random() * 300) * 100;
  const other = createServer().listen(base + 2, '::1');
  await new Promise((resolve) => other.once('listening', resolve).once('error', resolve));
  if (!other.listening) other.listen(base + 2, '127.0.0.1');
  const { code, stderr } = await run('dev', { DEV_PORT: String(base) });
  other.close();
  expect(stderr).toContain(`Port ${base + 2} is in use.`);
  expect(stderr).toContain(`DEV_PORT=${base + 102} npm run dev`);
  expect(code).toBe(1);
});

test.each([
  ['0', 'DEV_PORT is "0"; allowed: a whole number from 1 to 65445'],
  ['65500', 'DEV_PORT is "65500"; allowed: a whole number from 1 to 65445'],
  ['many', 'DEV_PORT is "many"; allowed: a whole number'],
])('DEV_PORT=%s is refused', async (value, sentence) => {
  const { code, stderr } = await run('dev', { DEV_PORT: value });
  expect(stderr).toContain(sentence);
  expect(code).toBe(1);
});

test.each([
  ['--site ftp://example.com', '--site is "ftp://example.com"; allowed: '],
  ['--site http://127.0.0.1:1', 'Name the release store that the site reads, too: --releases'],
  ['--site http://127.0.0.1:1 --releases nowhere', '--releases is "nowhere"; allowed: '],
  ['--site http://127.0.0.1:1 --releases file:///store', '--site cannot be used: http://127.0.0.1:1/registry.json'],
  ['--releases file:///store', '--releases goes with --site'],
  ['--sight http://127.0.0.1:1', 'Allowed: --site https://…'],
])('dev-remote mf-blog %s is refused in a sentence', async (words, sentence) => {
  const { code, stderr } = await run(`dev-remote mf-blog ${words}`, {});
  expect(stderr).toContain(sentence);
  expect(stderr).not.toMatch(/^ +at /m);
  expect(code).toBe(1);
});

/** The README's commands, as typed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'playwright/test';
import { freePort, isPortFree } from '../tooling/processes/free-port.ts';
import { repositoryRoot } from '../tooling/workspace/root.ts';

interface Command {
  process: ChildProcess;
  /** What it has printed so far. */
  output: () => string;
  /** Exit status. */
  ended: Promise<number | null>;
}

let dataDir: string;

test.beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'commands-'));
});
test.afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Runs a command of package.json without npm around it. */
function run(args: string[], env: Record<string, string> = {}): Command {
  const child = spawn(process.execPath, ['tooling/bootstrap.mjs', ...args], {
    cwd: repositoryRoot,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', SMTP_URL: '', LOG_LEVEL: 'warn', ...env },
    // A group of its own, so that a signal reaches all of it, as Ctrl-C in a terminal does.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { process: child, output: () => output, ended: new Promise((resolve) => child.once('exit', resolve)) };
}

async function ports(): Promise<{ PORT: string; API_PORT: string }> {
  return { PORT: String(await freePort()), API_PORT: String(await freePort()) };
}

test('npm start says where the site is, serves it, and Ctrl-C stops all of it', async ({ request }) => {
  const env = await ports();
  const start = run(['start'], env);
  await expect.poll(start.output, { timeout: 60_000 }).toContain(`The site is ready after`);
  expect(start.output()).toContain(`http://localhost:${env.PORT}`);
  expect(start.output()).toMatch(/released mf-blog \w+/);
  expect((await request.get(`http://localhost:${env.PORT}/post/1`)).status()).toBe(200);
  expect((await request.get(`http://localhost:${env.API_PORT}/api/openapi.json`)).status()).toBe(200);

  process.kill(-start.process.pid!, 'SIGINT');
  expect(await start.ended).toBe(0);
  expect(start.output()).toContain('Stopped.');
  expect(await isPortFree(Number(env.PORT))).toBe(true);
  expect(await isPortFree(Number(env.API_PORT))).toBe(true);

  const again = run(['start'], env);
  await expect.poll(again.output, { timeout: 60_000 }).toContain(`The site is ready after`);
  expect(again.output(), 'nothing changed, so nothing is built or released').not.toMatch(/built|released/);
  process.kill(-again.process.pid!, 'SIGINT');
  expect(await again.ended).toBe(0);
});

test('a busy port is reported in a sentence, with a way out', async () => {
  const other: Server = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const start = run(['start'], { ...(await ports()), PORT: String(port) });
  expect(await start.ended).toBe(1);
  expect(start.output()).toContain(`Port ${port} is in use.`);
  expect(start.output()).toMatch(/, or choose another one: PORT=\d+ npm start/);
  await new Promise((resolve) => other.close(resolve));
});

test('a wrong variable is named, with what was found and what is allowed', async () => {
  const start = run(['start'], { ...(await ports()), POSTING: 'maybe', API_URL: 'ftp://example.com' });
  expect(await start.ended).toBe(1);
  expect(start.output()).toContain('API_URL is "ftp://example.com"; allowed: a URL that begins with http: or https:.');
  expect(start.output()).not.toMatch(/\bat .*\.ts:\d+/);
});

test('npm run release and npm run rollback say what is current, or why not', async () => {
  const released = run(['release', 'mf-careers']);
  expect(await released.ended).toBe(0);
  expect(released.output()).toMatch(/mf-careers [0-9a-f]{14} is current\./);

  const first = run(['rollback', 'mf-careers']);
  expect(await first.ended).toBe(1);
  expect(first.output()).toContain('mf-careers has no earlier release to go back to.');
});

test('npm run admin lists what is stored; what is unknown or missing is reported, with status 1', async () => {
  const list = run(['admin', 'list', 'posts', '--format', 'json']);
  expect(await list.ended).toBe(0);
  expect(JSON.parse(list.output())).toHaveLength(7);
  const unknown = run(['admin', 'list', 'passwords']);
  expect(await unknown.ended).toBe(1);
  expect(unknown.output()).toContain('Allowed choices are messages');
  const absent = run(['admin', 'delete', 'post', '99']);
  expect(await absent.ended).toBe(1);
  expect(absent.output()).toBe('There is no post 99 to delete.\n');
});

test('npm run admin may be piped into a program that stops reading', async () => {
  const list = run(['admin', 'list', 'posts']);
  list.process.stdout!.destroy();
  expect(await list.ended).toBe(0);
  expect(list.output()).toBe('');
});

test('npm run admin explains itself whether there is a database or not; without one, a command says that', async () => {
  const env = { DATABASE_URL: 'postgres://127.0.0.1:1/site' };
  for (const words of [['--help'], ['list', '--help'], ['hide', 'post', '--help']]) {
    const help = run(['admin', ...words], env);
    expect(await help.ended).toBe(0);
    expect(help.output()).toContain('Usage: admin');
  }
  const list = run(['admin', 'list', 'posts'], env);
  expect(await list.ended).toBe(1);
  expect(list.output()).toBe(
    'The database cannot be used: connect ECONNREFUSED 127.0.0.1:1. Check DATABASE_URL, or without it site.db in DATA_DIR.\n',
  );
});

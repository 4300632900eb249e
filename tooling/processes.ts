/** The two servers as child processes: started, awaited, stopped together. */
import { fork, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { repositoryRoot } from './release/build-remote.ts';
import type { ReadyMessage } from '../shared/node/serve.ts';

/** Longest time that a server may take to be ready, and to stop, in milliseconds. */
const READY_DEADLINE_MS = 20_000;
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

export const API_PROGRAM = 'api/src/server.ts';
export const SHELL_PROGRAM = 'shell/server/main.ts';
/** The shell on the sources of all remotes, with Vite in it. */
export const DEVELOPMENT_SHELL_PROGRAM = 'tooling/dev-shell.ts';

/** A server program ended, or said nothing, before it was ready. What it printed says why. */
export class ServerNotReady extends Error {}

/**
 * Starts a server program and waits until it says that it is ready.
 * @param log where its output goes: 'inherit', or 'pipe' to read it from `process.stdout` and `process.stderr`
 * @throws ServerNotReady when it exits first or is not ready in time
 */
export async function startServer(
  program: string,
  env: Record<string, string | undefined>,
  log: 'inherit' | 'pipe' | 'ignore' = 'inherit',
): Promise<RunningServer> {
  const child = fork(path.join(repositoryRoot, program), {
    cwd: repositoryRoot,
    // Node keeps what it has compiled, which makes the next start quicker.
    env: { ...process.env, NODE_COMPILE_CACHE: path.join(repositoryRoot, '.cache', 'node'), ...env },
    // Its own process group: Ctrl-C reaches it through `stop`, in order, not through the terminal.
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_DEADLINE_MS);
    await exited;
    clearTimeout(timer);
  };
  const port = await new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new ServerNotReady(`${program} was not ready within ${READY_DEADLINE_MS} ms.`));
    }, READY_DEADLINE_MS);
    child.on('message', (message) => {
      const { type, port } = message as ReadyMessage;
      if (type !== 'ready') return;
      clearTimeout(timer);
      resolve(port);
    });
    void exited.then((code) => {
      clearTimeout(timer);
      reject(new ServerNotReady(`${program} stopped with status ${code} before it was ready.`));
    });
  });
  return { port, process: child, exited, stop };
}

/** Whether a TCP port of this machine is free to listen on. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** Runs other programs for the commands: prints what is run, and tells how it ended. */
import { type ChildProcess, spawn } from 'node:child_process';
import { repositoryRoot } from '../workspace/root.ts';

interface RunOptions {
  env?: Record<string, string | undefined>;
  /** Keep the output instead of showing it. */
  quiet?: boolean;
}

interface RunResult {
  /** Exit status; 1 when a signal ended it. */
  status: number;
  /** Output, if it was kept. */
  output: string;
}

const running = new Set<ChildProcess>();

/** Ends what runs, which would go on without this process: a build would write beside the next one. */
function endChildren(): void {
  for (const child of running) child.kill('SIGTERM');
}

/** Handles a signal to this process alone, as a supervisor or an editor sends it. */
function endAll(): void {
  endChildren();
  // Others who listen have something to put right first, and end the process themselves.
  if (process.listenerCount('SIGTERM') === 1) process.exit(1);
}

/** Runs a package's program (`node_modules/.bin`) or any other on the PATH. */
export function run(command: string, args: string[], { env = {}, quiet = false }: RunOptions = {}): Promise<RunResult> {
  const child = spawn(command, args, {
    cwd: repositoryRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
  });
  // First of all who listen: one of them may end the process.
  if (running.size === 0) process.prependListener('SIGTERM', endAll).on('exit', endChildren);
  running.add(child);
  const ended = (): void => {
    running.delete(child);
    if (running.size === 0) process.off('SIGTERM', endAll).off('exit', endChildren);
  };
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => {
    child.on('error', (error) => {
      ended();
      resolve({ status: 1, output: `${command}: ${error.message}` });
    });
    child.on('exit', (code) => {
      ended();
      resolve({ status: code ?? 1, output });
    });
  });
}

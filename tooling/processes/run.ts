/** Runs other programs for the commands: prints what is run, and tells how it ended. */
import { spawn } from 'node:child_process';
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

/** Runs a package's program (`node_modules/.bin`) or any other on the PATH. */
export function run(command: string, args: string[], { env = {}, quiet = false }: RunOptions = {}): Promise<RunResult> {
  const child = spawn(command, args, {
    cwd: repositoryRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ status: 1, output: `${command}: ${error.message}` }));
    child.on('exit', (code) => resolve({ status: code ?? 1, output }));
  });
}

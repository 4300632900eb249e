/** Builds what changed since it was last built. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withLock } from '../../shared/node/files/file-lock.ts';
import { CommandError } from '../processes/command-error.ts';
import { run } from '../processes/run.ts';
import { API_PROGRAM } from '../processes/servers.ts';
import { COMMON_INPUTS } from '../workspace/common-inputs.ts';
import { remotes } from '../workspace/remotes.ts';
import { repositoryRoot } from '../workspace/root.ts';
import { forgetUnused } from './compiled-code.ts';
import { hashOf } from './hash.ts';

const END_WITH_PARENT = new URL('../processes/end-with-parent.ts', import.meta.url).href;

/** Something that is built on its own. */
interface BuildTarget {
  name: string;
  program: string[];
  /** Folder that holds the result. */
  output: string;
  /** Files and folders that the result depends on, besides {@link COMMON_INPUTS}. */
  inputs: string[];
}

const SERVER_INPUTS = ['tooling/build/bundle-server.ts'];
const CONCURRENT_BUILDS = 2;

export const remoteTargets: BuildTarget[] = remotes.map(({ name }) => ({
  name,
  program: ['tooling/release/build-remote.ts', name],
  output: `${name}/dist`,
  inputs: [name],
}));
export const shellTarget: BuildTarget = {
  name: 'shell',
  program: ['tooling/build/build-shell.ts'],
  output: 'shell/dist',
  inputs: ['shell', 'tooling/build/build-shell.ts', ...SERVER_INPUTS],
};
export const apiTarget: BuildTarget = {
  name: 'api',
  program: ['tooling/build/build-api.ts'],
  output: 'api/dist',
  inputs: ['api/src', 'tooling/build/build-api.ts', ...SERVER_INPUTS],
};
/** The shell with React's development build, which reports hydration mismatches: for the tests only. */
export const developmentShellTarget: BuildTarget = {
  name: 'shell-development',
  program: ['tooling/build/build-shell.ts', 'development'],
  output: 'shell/dist-development',
  inputs: ['shell', 'tooling/build/build-shell.ts', ...SERVER_INPUTS],
};
/** All that the site runs on. */
export const siteTargets = [shellTarget, apiTarget, ...remoteTargets];

/**
 * Brings targets up to date, two at a time.
 * @param report gets one line per target that was built
 * @throws CommandError with the build's own words when one fails
 */
export async function ensureBuilt(targets: BuildTarget[], report: (line: string) => void): Promise<void> {
  const queue = [...targets];
  let hasBuilt = false;
  const reported = (line: string): void => {
    hasBuilt = true;
    report(line);
  };
  const worker = async (): Promise<void> => {
    for (let target = queue.shift(); target; target = queue.shift()) await ensureOne(target, reported);
  };
  await Promise.all(Array.from({ length: CONCURRENT_BUILDS }, worker));
  if (hasBuilt) await forgetUnused();
}

/** Built once in a process, during which the sources stay as they are. */
let apiBuilt: Promise<string> | undefined;

/** @returns the API's program, which is built if its sources have changed */
export function builtApi(): Promise<string> {
  return (apiBuilt ??= ensureBuilt([apiTarget], () => {}).then(() => API_PROGRAM));
}

async function ensureOne(target: BuildTarget, report: (line: string) => void): Promise<void> {
  // Two that build the same at the same moment would write into one folder.
  const lock = path.join(repositoryRoot, '.cache', 'builds', `${target.name}.locked`);
  await withLock(lock, () => buildIfChanged(target, report));
}

async function buildIfChanged(target: BuildTarget, report: (line: string) => void): Promise<void> {
  const stamp = stampOf(target);
  let inputs = inputsOf(target);
  const current = await readFile(stamp, 'utf8').catch(() => '');
  const exists = await readdir(path.join(repositoryRoot, target.output)).catch(() => []);
  if (current === inputs && exists.length > 0) return;
  const started = performance.now();
  // A build that breaks off leaves a part of its result, whatever the sources are by the next one.
  await rm(stamp, { force: true });
  // The lock ends with this process. Going on after that, a build would write beside the next one.
  const program = ['--import', END_WITH_PARENT, ...target.program];
  for (let before; before !== inputs; ) {
    before = inputs;
    const { status, output } = await run(process.execPath, program, { quiet: true });
    if (status !== 0) throw new CommandError(`Building ${target.name} failed:\n${output.trim()}`);
    // Of sources that changed during the build it may have read some before, and some after.
    inputs = inputsOf(target);
  }
  await noteBuilt(target, inputs);
  report(`built ${target.name} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

const stampOf = ({ name }: BuildTarget): string => path.join(repositoryRoot, '.cache', 'builds', name);

/** @returns what its result depends on, as it is now */
export const inputsOf = (target: BuildTarget): string => hashOf([...COMMON_INPUTS, ...target.inputs]);

/** Writes down that its result exists. @param inputs which it was made from, see {@link inputsOf} */
export async function noteBuilt(target: BuildTarget, inputs: string): Promise<void> {
  await mkdir(path.dirname(stampOf(target)), { recursive: true });
  await writeFile(stampOf(target), inputs);
}

/**
 * Runs a program, and starts it again when a file that Node has imported for it changes. As `node --watch` does; but on
 * Linux that follows a file only until it is replaced, as Git and many editors do with each change.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { statSync, watch } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryRoot } from '../workspace/root.ts';

/** How long to wait after a change, in milliseconds: a checkout changes many files. */
const SETTLED_MS = 200;

/** What Node reports of its imports, as it does for its own `--watch`. All of ours are modules. */
interface Report {
  'watch:import'?: (string | null)[];
}

const [program, ...words] = process.argv.slice(2);
/** All that any run has imported: one that fails may not have come far. */
const files = new Set<string>();
/** Folders that are watched, with what tells whether they are still the same. */
const folders = new Map<string, number | undefined>();
let child: ChildProcess | undefined;
let startedAt = 0;
let hasFailed = false;
/** A file that came while the program ran: one that fails later may have waited for it. */
let cameMeanwhile: string | undefined;
let isStopping = false;
let timer: ReturnType<typeof setTimeout> | undefined;

start();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end());

function start(): void {
  for (const folder of folders.keys()) watchFolder(folder);
  hasFailed = false;
  cameMeanwhile = undefined;
  startedAt = Date.now();
  const started = fork(program!, words, { env: { ...process.env, WATCH_REPORT_DEPENDENCIES: '1' } });
  child = started;
  started.on('message', (report: Report) => {
    for (const url of report['watch:import'] ?? []) if (url?.startsWith('file:')) follow(fileURLToPath(url));
  });
  started.once('exit', () => {
    child = undefined;
    if (isStopping) return;
    hasFailed = true;
    console.error(`${program} has ended. It is started again when a file changes.`);
    if (cameMeanwhile !== undefined) changed(cameMeanwhile);
  });
}

function follow(file: string): void {
  if (!file.startsWith(repositoryRoot) || file.includes('/node_modules/')) return;
  files.add(file);
  watchFolder(path.dirname(file));
  // It may have changed after it was read, and before this was heard.
  if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > startedAt) changed(file);
}

/** Watches a folder, unless it is watched already. One that was removed and made again is another one. */
function watchFolder(folder: string): void {
  const ino = statSync(folder, { throwIfNoEntry: false })?.ino;
  if (folders.has(folder) && folders.get(folder) === ino) return;
  folders.set(folder, ino);
  if (ino === undefined) return;
  watch(folder, (_, name) => {
    if (name === null) return;
    const file = path.join(folder, name);
    if (files.has(file)) return changed(file);
    if (!/\.(ts|json)$/.test(name)) return;
    // One that failed may wait for a file that was not there.
    if (hasFailed) changed(file);
    else cameMeanwhile = file;
  }).on('error', () => {});
}

function changed(file: string): void {
  // The program may answer until then, but what is begun there may not come to its end.
  if (child?.connected) child.send('about to end');
  clearTimeout(timer);
  timer = setTimeout(() => void startAgain(file), SETTLED_MS);
}

async function startAgain(file: string): Promise<void> {
  // What changes while it stops is read by the start.
  if (isStopping) return;
  console.log(`${path.relative(repositoryRoot, file)} has changed: ${program} is started again.`);
  isStopping = true;
  if (child?.kill('SIGTERM')) await once(child, 'exit');
  isStopping = false;
  start();
}

/** Ending development signals all of its processes, so the program knows already. */
async function end(): Promise<void> {
  isStopping = true;
  clearTimeout(timer);
  if (child) await once(child, 'exit');
  process.exit(0);
}

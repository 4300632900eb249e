/**
 * Runs the shell's dev server (`shell.ts`, with the same words), and anew when what that server itself runs on changes:
 * Node keeps what it has imported. Whatever pages are made of reaches the server through Vite, without a restart.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, watch } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../workspace/root.ts';

/** Folders, and a file, that Node imports for the server alone. */
const FOLDERS = ['shell/server', 'shared/node', 'shared/release-store', 'shared/releases', 'tooling/development'];
const COMPANY = 'shared/content/company.ts';
/** How long to wait after a change, in milliseconds, since editors write a file more than once. */
const SETTLED_MS = 80;
/** How long requests in flight may take before a restart, in milliseconds. */
const PATIENCE_MS = 500;

let server: ChildProcess;
let isReady = false;
let isRestarting = false;
let isStopping = false;
let timer: ReturnType<typeof setTimeout> | undefined;

start();
// Each folder by itself: Node's own way of watching those below it misses files that are replaced.
const entries = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(repositoryRoot, folder), { recursive: true, withFileTypes: true }),
);
for (const folder of new Set(entries.map(({ parentPath }) => parentPath)))
  watch(folder, (_event, file) => file && /(?<!\.test)\.tsx?$/.test(file) && soon(file));
const { dir, base } = path.parse(path.join(repositoryRoot, COMPANY));
watch(dir, (_event, file) => file === base && soon(file));

function soon(file: string): void {
  clearTimeout(timer);
  timer = setTimeout(() => void restart(file), SETTLED_MS);
}

// A terminal sends Ctrl-C to the server as well; whoever else stops development may send a signal only here.
process.on('SIGINT', stop);
process.on('SIGTERM', () => {
  stop();
  server.kill('SIGTERM');
});

function stop(): void {
  isStopping = true;
  if (hasEnded()) process.exit(1);
}

function start(): void {
  server = fork(path.join(import.meta.dirname, 'shell.ts'), process.argv.slice(2));
  server.once('message', () => (isReady = true));
  server.once('exit', (status) => {
    if (isRestarting && !isStopping) return;
    // One that has run before may have a mistake now: its message stands above, and the next change starts it again.
    if (status !== 1 || !isReady || isStopping) process.exit(status ?? 1);
    console.error('The site starts again once its server is changed.');
  });
}

async function restart(file: string): Promise<void> {
  if (isRestarting) return;
  isRestarting = true;
  console.log(`${file} has changed: the site starts again.`);
  if (!hasEnded()) {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    // A second signal does not wait for requests.
    const impatient = setInterval(() => server.kill('SIGTERM'), PATIENCE_MS);
    await ended;
    clearInterval(impatient);
  }
  isRestarting = false;
  start();
}

const hasEnded = () => server.exitCode !== null || server.signalCode !== null;

/**
 * First step of every command: makes sure that the packages are installed, then runs `tooling/commands/<command>.ts`
 * with the pinned Node. Plain JavaScript without dependencies, because on a fresh machine there is nothing else.
 *
 * Usage: node tooling/bootstrap.mjs <command> [arguments]
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const stamp = path.join(root, 'node_modules', '.installed');
const pinnedNode = path.join(root, 'node_modules', '.bin', 'node');
const PARENT_CHECK_MS = 300;
const [command, ...rest] = process.argv.slice(2);

requireNode(20, 19);
install();
run();

function requireNode(major, minor) {
  const [haveMajor, haveMinor] = process.versions.node.split('.').map(Number);
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return;
  fail(`Node ${process.versions.node} is too old to set this project up: install Node ${major}.${minor} or newer.`);
}

function install() {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && existsSync(pinnedNode) && readFileSync(stamp, 'utf8') === lock) return;
  const started = Date.now();
  console.log('Installing packages (once, and after package-lock.json changes) …');
  const npm = spawnSync('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) fail('npm ci failed; its message is above. It needs npm 11 and the npm registry.');
  if (!existsSync(pinnedNode))
    fail('npm did not install the pinned Node (package "node"). Were install scripts switched off?');
  writeFileSync(stamp, lock);
  console.log(`Installed in ${((Date.now() - started) / 1000).toFixed(0)} s.`);
}

function run() {
  const child = spawn(pinnedNode, [path.join(root, 'tooling', 'commands', `${command}.ts`), ...rest], {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${path.dirname(pinnedNode)}${path.delimiter}${process.env.PATH}` },
  });
  // A terminal sends Ctrl-C to the child as well; a supervisor sends its signal only here.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  // npm ends on SIGTERM without telling what it started.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), PARENT_CHECK_MS).unref();
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

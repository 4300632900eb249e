/**
 * Makes sure that the packages are installed, then runs `tooling/commands/<command>.ts` with the pinned Node. Plain
 * JavaScript without dependencies, because on a fresh machine there is nothing else.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = path.resolve(import.meta.dirname, '../..');
const packages = path.join(root, 'node_modules');
/** Its content is the hash of the lock file that the packages belong to; `installed.ts` says the same to the tools. */
const stamp = path.join(packages, '.installed');
const pinnedNode = path.join(packages, '.bin', 'node');
/** Exists while a command installs, with its process id. */
const installing = path.join(root, '.cache', 'installing');
const INSTALLING_CHECK_MS = 200;
const PARENT_CHECK_MS = 300;
const PROGRESS_MS = 5_000;
/** An installer that shows no sign of life for that long is gone, whatever has its process id by now. */
const SILENCE_MS = 60_000;
const [command, ...rest] = process.argv.slice(2);

// Vite takes what follows for the rest of a URL, or for an escape; the delimiter divides PATH.
const unusable = ['#', '?', '%', path.delimiter].find((character) => root.includes(character));
if (unusable) {
  console.error(
    `This project does not work in ${root}, since its path has "${unusable}": move it, or rename the folder.`,
  );
  process.exit(1);
}
if (!isInstalled()) await installAlone();
run();

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
}

function isInstalled() {
  return existsSync(stamp) && existsSync(pinnedNode) && readFileSync(stamp, 'utf8') === lockHash();
}

/** Two commands at once would remove each other's packages. */
async function installAlone() {
  for (let isTold = false; !mayInstall(); await delay(INSTALLING_CHECK_MS)) {
    if (!isTold) console.log('Another command is installing the packages (.cache/installing): waiting for it …');
    isTold = true;
  }
  if (!isInstalled()) await install();
  rmSync(installing, { force: true });
}

function mayInstall() {
  try {
    mkdirSync(path.dirname(installing), { recursive: true });
    writeFileSync(installing, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    // npm says it better where nothing can be written.
    if (error.code !== 'EEXIST') return true;
  }
  // What was killed leaves the file.
  if (!showsLife()) rmSync(installing, { force: true });
  return false;
}

function showsLife() {
  try {
    process.kill(Number(readFileSync(installing, 'utf8')), 0);
    return Date.now() - statSync(installing).mtimeMs < SILENCE_MS;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

function showLife() {
  const now = new Date();
  try {
    utimesSync(installing, now, now);
  } catch {
    // It has been removed, or it could not be made.
  }
}

async function install() {
  const lock = lockHash();
  const isUpdate = existsSync(stamp);
  console.log(
    isUpdate ? 'package-lock.json has changed: updating packages …' : 'Installing packages (once, some minutes) …',
  );
  const started = Date.now();
  const seconds = () => ((Date.now() - started) / 1000).toFixed(0);
  const progress = setInterval(() => {
    console.log(`  ${seconds()} s, ${packagesThere()} packages …`);
    showLife();
  }, PROGRESS_MS);
  // `npm ci` removes all packages before it asks the registry. `npm install` changes what differs, and takes it
  // back when it fails; it leaves the lock file alone with --no-save.
  const how = isUpdate ? ['install', '--no-save'] : ['ci'];
  // Without --include=dev, NODE_ENV=production leaves out the pinned Node and all that builds.
  const status = await npm([...how, '--include=dev', '--loglevel=error', '--no-audit', '--no-fund']);
  clearInterval(progress);
  if (status !== 0) {
    fail(
      `npm ${how.join(' ')} failed; its message is above. It needs npm 11 and the npm registry.` +
        (isUpdate ? ' The packages from before are still there, but belong to another package-lock.json.' : ''),
    );
  }
  if (!existsSync(pinnedNode))
    fail('npm did not install the pinned Node (package "node"). Were install scripts switched off?');
  writeFileSync(stamp, lock);
  console.log(`Installed in ${seconds()} s.`);
}

function npm(args) {
  const child = spawn('npm', args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    // A registry that is away is reported within seconds, unless configured otherwise.
    env: { npm_config_fetch_retries: '1', npm_config_fetch_retry_mintimeout: '1000', ...process.env },
  });
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`npm cannot be run: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

function packagesThere() {
  if (!existsSync(packages)) return 0;
  return readdirSync(packages).filter((name) => !name.startsWith('.')).length;
}

function run() {
  const commands = path.join(root, 'tooling', 'commands');
  const program = path.join(commands, `${command}.ts`);
  if (!existsSync(program)) {
    const names = readdirSync(commands).map((file) => path.basename(file, '.ts'));
    fail(`"${command ?? ''}" is not a command; allowed: ${names.join(', ')}.`);
  }
  const child = spawn(pinnedNode, [program, ...rest], {
    stdio: 'inherit',
    env: {
      // Node keeps what it has compiled, for this command and every program that it starts, by paths from that folder:
      // another checkout can take it over.
      NODE_COMPILE_CACHE: path.join(root, '.cache', 'node'),
      NODE_COMPILE_CACHE_PORTABLE: '1',
      ...process.env,
      PATH: `${path.dirname(pinnedNode)}${path.delimiter}${process.env.PATH}`,
    },
  });
  // A terminal sends Ctrl-C to the child as well; a supervisor sends its signal only here.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  // On SIGTERM npm ends without telling what it started.
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    // Once: for each signal development looks for all its processes, which takes longer than a check on a busy machine.
    clearInterval(check);
    child.kill('SIGTERM');
  }, PARENT_CHECK_MS);
  check.unref();
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/**
 * A release's bytes depend on its sources and the lock file alone: not on the folder, the time, the user, nor on pages that
 * other areas add. The machine is as busy as other tests make it.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt, remoteTargets } from '../build/ensure-built.ts';
import { remotes } from '../workspace/remotes.ts';
import { repositoryRoot } from '../workspace/root.ts';

const OTHER_USER = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  USER: 'somebody',
  LANG: 'tr_TR.UTF-8',
  TZ: 'Pacific/Kiritimati',
  NODE_ENV: 'development',
  MF_BUILD_VERSION: '7',
};
const BUILDS_MS = 240_000;
/** What a build writes to, so not shared with the other folder. */
const OUTPUT = /^(dist|dist-development|\.cache|\.vite|\.vite-temp|\.git|\.data|test-results)$/;

let checkout: string;

beforeAll(async () => {
  await ensureBuilt(remoteTargets, () => {});
  const scratch = path.join(repositoryRoot, '.cache', 'checkouts');
  await mkdir(scratch, { recursive: true });
  checkout = path.join(await mkdtemp(path.join(scratch, 'deeper-')), 'website');
  linkTree(repositoryRoot, checkout);
  const paths = path.join(checkout, 'shared/contracts/site-paths.ts');
  const text = await readFile(paths, 'utf8');
  // A file of its own: the one here is linked.
  await rm(paths);
  await appendFile(paths, `${text}export const events = '/events';\n`);
}, BUILDS_MS);
afterAll(async () => {
  await rm(path.dirname(checkout), { recursive: true, force: true });
});

test.each(remotes.map(({ name }) => name))(
  '%s is the same, byte for byte',
  async (name) => {
    const program = path.join(checkout, 'tooling/release/build-remote.ts');
    await promisify(execFile)(process.execPath, [program, name], { cwd: checkout, env: OTHER_USER });
    expect(await hashes(path.join(checkout, name, 'dist'))).toEqual(
      await hashes(path.join(repositoryRoot, name, 'dist')),
    );
  },
  BUILDS_MS,
);

/** Makes a second checkout, with what is installed. Files are linked, as copying all packages takes long; one by one is quickest. */
function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (OUTPUT.test(entry.name) && !from.includes('node_modules/')) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.isFile()) linkSync(source, target);
  }
}

async function hashes(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const all = files.toSorted().map(async (file) => {
    const hash = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    return [path.relative(folder, file), hash] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}

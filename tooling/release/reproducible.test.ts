/**
 * A release's bytes depend on its sources and the lock file alone: not on the folder, the time, the user, nor on pages
 * that other areas add. The machine is as busy as other tests make it.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt, remoteTargets } from '../build/ensure-built.ts';
import { secondCheckout, type SecondCheckout } from '../build/second-checkout.ts';
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

let checkout: SecondCheckout;

beforeAll(async () => {
  await ensureBuilt(remoteTargets, () => {});
  checkout = await secondCheckout();
  await appendFile(path.join(checkout.folder, 'shared/contracts/site-paths.ts'), "export const events = '/events';\n");
}, BUILDS_MS);
afterAll(() => checkout.remove());

test.each(remotes.map(({ name }) => name))(
  '%s is the same, byte for byte',
  async (name) => {
    const program = path.join(checkout.folder, 'tooling/release/build-remote.ts');
    await promisify(execFile)(process.execPath, [program, name], { cwd: checkout.folder, env: OTHER_USER });
    expect(await hashes(path.join(checkout.folder, name, 'dist'))).toEqual(
      await hashes(path.join(repositoryRoot, name, 'dist')),
    );
  },
  BUILDS_MS,
);

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

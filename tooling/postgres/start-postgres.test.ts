/** The tests with PostgreSQL show that it starts. This is about what only some machines have. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { serverAccount } from './server-account.ts';
import { reachableBinaries } from './start-postgres.ts';

// Only root's server runs as another user.
test.runIf(process.getuid?.() === 0)('packages that root alone may read serve another account as well', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'start-postgres-'));
  onTestFinished(() => rm(home, { recursive: true }));
  await chmod(home, 0o755);
  const folder = path.join(home, 'package');
  const [postgres, initdb] = ['postgres', 'initdb'].map((name) => path.join(folder, 'bin', name));
  await mkdir(path.join(folder, 'bin'), { recursive: true });
  await writeFile(postgres!, '#!/bin/sh\nexec cat "$(dirname "$0")/../data"');
  await writeFile(path.join(folder, 'data'), 'read');
  // As npm unpacks them with umask 077.
  for (const closed of ['', 'bin', 'bin/postgres']) await chmod(path.join(folder, closed), 0o700);
  await chmod(path.join(folder, 'data'), 0o600);

  const account = serverAccount()!;
  const reachable = await reachableBinaries({ folder, postgres: postgres!, initdb: initdb! }, home, account);
  const { stdout } = await promisify(execFile)(reachable.postgres, { cwd: '/', ...account });
  expect(stdout).toBe('read');
});

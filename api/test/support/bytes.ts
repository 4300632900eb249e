/** Whether something can still be read in the files or in a dump of the database. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../src/database/schema.ts';

/** Files below `folder` whose bytes hold the words, in capitals or not. */
export async function filesWith(folder: string, words: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = await Promise.all(paths.map(async (path) => (holds(await readFile(path), words) ? [path] : [])));
  return found.flat();
}

/** Tables with a row that holds the words, files and images included. */
export async function tablesWith({ db }: { db: Db }, words: string): Promise<string[]> {
  const tables = await db.introspection.getTables();
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
      const isThere = rows.some((row) =>
        Object.values(row).some((value) =>
          holds(value instanceof Uint8Array ? value : Buffer.from(String(value)), words),
        ),
      );
      return isThere ? [name] : [];
    }),
  );
  return found.flat();
}

function holds(bytes: Uint8Array, words: string): boolean {
  return Buffer.from(bytes)
    .toString('latin1')
    .toLowerCase()
    .includes(Buffer.from(words).toString('latin1').toLowerCase());
}

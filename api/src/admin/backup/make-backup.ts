/** `npm run admin -- backup`: a copy of the installation while it is in use (decision 079). */
import { knownSecret } from 'shared/node/secret';
import { kindOf } from '../../database/kind.ts';
import { appliedMigrations } from '../../database/migrate.ts';
import type { Db } from '../../database/schema.ts';
import { AdminError } from '../admin-error.ts';
import { BackupFolder } from './backup-folder.ts';
import type { OpenInstallation } from './installation.ts';
import { type Manifest, newManifest, SECRET_FILE, tableFile } from './manifest.ts';
import { backUpReleases } from './release-files.ts';
import { readRows, toJson } from './rows.ts';
import { readSequences } from './sequences.ts';
import { inSnapshot } from '../snapshot.ts';
import { backUpObjects, keysIn, objectsIn } from './stored-files.ts';
import { type Table, tablesOf } from './tables.ts';
import { thisProgram } from './this-program.ts';

/**
 * Everything is as it was at one moment. Files and releases may be added after it, but none removed, so whatever the
 * rows name exists.
 * @param folder created by this call
 * @throws AdminError, and leaves nothing behind
 */
export async function makeBackup(installation: OpenInstallation, folder: string): Promise<Manifest> {
  const { db, filesStore, releases } = installation;
  const backup = await BackupFolder.begin(folder);
  try {
    const { at, database, objects, cvKeys } = await inSnapshot(db, async (snapshot) => {
      const at = new Date().toISOString();
      const database = await backUpRows(snapshot, backup);
      return { at, database, objects: await objectsIn(snapshot), cvKeys: await keysIn(snapshot) };
    });
    const lost = await backUpObjects(objects, filesStore, backup);
    const unreleased = releases
      ? await backUpReleases(releases, backup)
      : ['Releases are left out: RELEASES_URL is a static host, which others maintain.'];
    const secret = installation.givenSecret ? undefined : knownSecret({ dataDir: installation.dataDir });
    if (secret) await backup.writeBytes(SECRET_FILE, Buffer.from(`${secret}\n`));
    const hasSecret = secret !== undefined;
    const manifest = newManifest({
      at,
      program: await thisProgram(),
      database,
      hasSecret,
      cvKeys,
      leftOut: [...lost, ...unreleased],
      files: { ...backup.files },
    });
    await backup.finish(manifest);
    return manifest;
  } catch (error) {
    await backup.discard();
    throw error;
  }
}

async function backUpRows(snapshot: Db, backup: BackupFolder): Promise<Manifest['database']> {
  const migrations = await appliedMigrations(snapshot);
  if (migrations.length === 0)
    throw new AdminError('The database is empty: there is no installation where DATA_DIR or DATABASE_URL points.');
  const rows: Record<string, number> = {};
  for (const table of await tablesOf(snapshot)) {
    rows[table.name] = 0;
    await backup.write(
      tableFile(table.name),
      lines(snapshot, table, (count) => (rows[table.name]! += count)),
      true,
    );
  }
  return { kind: kindOf(snapshot), migrations, rows, sequences: await readSequences(snapshot) };
}

async function* lines(snapshot: Db, table: Table, onRows: (count: number) => void): AsyncGenerator<string> {
  for await (const rows of readRows(snapshot, table)) {
    onRows(rows.length);
    for (const row of rows) yield `${toJson(table, row)}\n`;
  }
}

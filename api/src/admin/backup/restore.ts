/**
 * `npm run admin -- restore`: turns a backup into an installation in an empty place, or does nothing (decision 079).
 */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { knownSecret } from 'shared/node/secret';
import { DATABASE_FILE, openDatabase } from '../../database/open.ts';
import type { Db } from '../../database/schema.ts';
import { takeTime } from '../../database/take-time.ts';
import { AdminError } from '../admin-error.ts';
import { preparePrivateFolder, writePrivateFile } from '../private-file.ts';
import type { Installation } from './installation.ts';
import { load, refuseNewer } from './load.ts';
import { checkFiles, type Manifest, readManifest, SECRET_FILE } from './manifest.ts';
import { placeReleases, type PlacedReleases, refuseOtherReleases } from './release-files.ts';
import { placeObjects } from './stored-files.ts';
import { countRows } from './rows.ts';
import { tablesOf } from './tables.ts';

const NO_RELEASES: PlacedReleases = { publish: async () => {}, takeBack: async () => {} };

/**
 * The rows are loaded in one transaction, committed once everything else is in place. If this is interrupted at any
 * point, even by a power cut, it can be run again.
 * @param onTable called for each table once its rows are loaded
 * @throws AdminError, and leaves the place as it was
 */
export async function restore(
  installation: Installation,
  folder: string,
  onTable?: (table: string, rows: number) => void,
): Promise<Manifest> {
  const { dataDir, databaseUrl, filesStore, releases } = installation;
  const manifest = await readManifest(folder);
  await checkFiles(folder, manifest);
  if (releases) await refuseOtherReleases(releases, folder, manifest);
  const secret = await missingSecret(installation, folder, manifest);

  await preparePrivateFolder(dataDir);
  const database = join(dataDir, DATABASE_FILE);
  const isNew = !databaseUrl && !(await stat(database).catch(() => undefined));
  let db: Db | undefined;
  try {
    db = openDatabase({ dataDir, url: databaseUrl });
    refuseNewer(db, folder, manifest);
    await refuseContent(db);
    const placed = releases ? await placeReleases(releases, folder, manifest) : NO_RELEASES;
    let wroteSecret = false;
    let removeObjects = async () => {};
    try {
      await db.transaction().execute(async (tx) => {
        await takeTime(tx);
        await load(tx, folder, manifest, onTable);
        removeObjects = await placeObjects(tx, folder, manifest, filesStore);
        if (secret !== undefined) {
          wroteSecret = true;
          await writePrivateFile(join(dataDir, SECRET_FILE), secret);
        }
        await placed.publish();
      });
    } catch (error) {
      await placed.takeBack();
      await removeObjects();
      if (wroteSecret) await rm(join(dataDir, SECRET_FILE), { force: true });
      throw error;
    }
  } catch (error) {
    await db?.destroy();
    if (isNew) for (const end of ['', '-wal', '-shm']) await rm(`${database}${end}`, { force: true });
    throw error;
  }
  await db.destroy();
  return manifest;
}

/** The secret to be written to `DATA_DIR`, if any. @throws AdminError when there is another secret */
async function missingSecret(
  { dataDir, givenSecret }: Installation,
  folder: string,
  { hasSecret }: Manifest,
): Promise<string | undefined> {
  if (!hasSecret || givenSecret !== undefined) return undefined;
  const text = await readFile(join(folder, SECRET_FILE), 'utf8');
  const there = knownSecret({ dataDir });
  if (there === undefined) return text;
  if (there === text.trim()) return undefined;
  throw new AdminError(
    `${join(dataDir, SECRET_FILE)} belongs to another installation. Restore into an empty DATA_DIR, or move that file away.`,
  );
}

/** @throws AdminError that says what exists */
export async function refuseContent(db: Db): Promise<void> {
  const tables = await tablesOf(db);
  if (tables.length === 0) return;
  const filled: string[] = [];
  for (const table of tables) {
    const count = await countRows(db, table);
    if (count > 0) filled.push(`${table.name} (${count})`);
  }
  throw new AdminError(
    `The database is not empty: it has ${filled.join(', ') || 'tables, if without rows'}. ` +
      'Use an empty one: a new DATA_DIR, or a new database in DATABASE_URL. Nothing was changed.',
  );
}

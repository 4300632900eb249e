/** `npm run admin -- …`: see docs/admin.md. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EnvError } from 'shared/node/env';
import { inDataDir } from 'shared/node/files/data-dir';
import { diskTrouble } from 'shared/node/files/disk-trouble';
import { makePrivate } from 'shared/node/files/private-folder';
import { installationSecret } from 'shared/node/installation-secret';
import { StoreError } from 'shared/node/files/store-error';
import { RegistryError } from 'shared/releases/registry-document';
import { AdminError } from './admin-error.ts';
import { addBackupCommands } from './commands/backup-commands.ts';
import type { Installation } from './backup/installation.ts';
import { adminCommands } from './commands/commands.ts';
import { addLaunchCommand } from './launch.ts';
import { EarlierDatabaseError, migrateIfNew, NewerDatabaseError } from '../database/migrate.ts';
import { MovedDatabaseError } from '../database/moved.ts';
import { openDatabase } from '../database/open.ts';
import { isConflict, unusableDatabase } from '../database/problem.ts';
import type { Db } from '../database/schema.ts';
import { type Env, readApiEnv } from '../env.ts';
import { FileStoreError } from '../files/file-store-error.ts';

/** @param words what was typed after the command's name @returns exit status */
export async function runAdmin(words: string[]): Promise<number> {
  // The reader has seen enough: `… | head`. Work is done before its result is printed.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    console.error(diskTrouble(error) ?? error);
    process.exit(1);
  });
  let opened: Db | undefined;
  try {
    const env = readApiEnv();
    const database = async () => {
      makePrivate(env.DATA_DIR);
      opened = inDataDir(env.DATA_DIR, () => openDatabase({ dataDir: env.DATA_DIR, url: env.DATABASE_URL }));
      await migrateIfNew(opened);
      return opened;
    };
    const print = (text: string) => void process.stdout.write(text);
    const options = {
      database,
      dataDir: env.DATA_DIR,
      publicUrl: env.PUBLIC_URL,
      mailFrom: env.MAIL_FROM,
      rewardMinimum: env.REWARD_MIN_PAYMENT,
      filesStore: env.FILES_STORE,
      cvKeys: env.CV_KEY,
      print,
    };
    const secret = () => installationSecret(env);
    const admin = adminCommands({ ...options, secret });
    addBackupCommands(admin, { installation: installationOf(env), print });
    addLaunchCommand(admin, { env, print });
    await admin.parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    if (isSentence(error)) console.error((error as Error).message);
    else if (isConflict(error)) console.error('The database is busy with something else. Run this again.');
    else console.error(unusableDatabase(error) ?? diskTrouble(error) ?? error);
    return 1;
  } finally {
    await opened?.destroy();
  }
}

/** Its message is meant to be printed as it is. */
const isSentence = (error: unknown): boolean =>
  [
    AdminError,
    EarlierDatabaseError,
    EnvError,
    FileStoreError,
    MovedDatabaseError,
    NewerDatabaseError,
    RegistryError,
    StoreError,
  ].some((kind) => error instanceof kind);

function installationOf({ DATA_DIR, DATABASE_URL, FILES_STORE, SESSION_SECRET, RELEASES_URL }: Env): Installation {
  return {
    dataDir: DATA_DIR,
    databaseUrl: DATABASE_URL,
    filesStore: FILES_STORE,
    givenSecret: SESSION_SECRET,
    releases: releasesAt(RELEASES_URL, DATA_DIR),
  };
}

/** Where the releases are written, as the release tools read it; undefined for a static host, which others write. */
function releasesAt(url: string | undefined, dataDir: string): string | undefined {
  if (url === undefined) return join(dataDir, 'releases');
  if (url.startsWith('s3:')) return url;
  return url.startsWith('file:') ? fileURLToPath(url) : undefined;
}

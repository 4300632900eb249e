/** `npm run admin -- …`: see docs/admin.md. */
import { EnvError } from 'shared/node/env';
import { makePrivate } from 'shared/node/private-folder';
import { sessionSecret } from 'shared/node/secret';
import { AdminError } from './admin-error.ts';
import { adminCommands } from './commands.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { databaseProblem } from '../database/problem.ts';
import type { Db } from '../database/schema.ts';
import { readApiEnv } from '../env.ts';
import { FileStoreError } from '../files/file-store-error.ts';

/** @param words what was typed after the command's name @returns exit status */
export async function runAdmin(words: string[]): Promise<number> {
  // The reader has seen enough: `… | head`. Work is done before its result is printed.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));
  let opened: Db | undefined;
  try {
    const env = readApiEnv();
    const database = async () => {
      makePrivate(env.DATA_DIR);
      opened = openDatabase({ dataDir: env.DATA_DIR, url: env.DATABASE_URL });
      await migrate(opened);
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
      print,
    };
    const secret = () => sessionSecret({ given: env.SESSION_SECRET, dataDir: env.DATA_DIR });
    await adminCommands({ ...options, secret }).parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof AdminError || error instanceof EnvError || error instanceof FileStoreError)
      console.error(error.message);
    else if (databaseProblem(error)) console.error('The database cannot be used. Check DATABASE_URL and DATA_DIR.');
    else console.error(error);
    return 1;
  } finally {
    await opened?.destroy();
  }
}

/** Commands about the files of CVs and images: `cvs`, `move-files` and `encrypt-cvs`. */
import { join } from 'node:path';
import type { Command } from 'commander';
import { counted } from 'shared/rules/counted';
import { retentionTime } from 'shared/rules/retention';
import { readAttachment } from '../../files/attachment.ts';
import { Bucket } from '../../files/bucket.ts';
import { sweepFiles } from '../../files/collect.ts';
import { encryptCvs } from '../../files/encrypt-cvs.ts';
import { LostFiles } from '../../files/lost-files.ts';
import { moveFiles, moveFilesBack } from '../../files/move-files.ts';
import { openFiles } from '../../files/open-files.ts';
import { AdminError } from '../admin-error.ts';
import { preparePrivateFolder, writePrivateFile } from '../private-file.ts';
import { findApplications, requireDone, type AdminContext } from './admin-context.ts';

/** The progress of moving files is reported each time this many are done. */
const MOVED_SAID = 100;

export function addFileCommands(admin: Command, { database, filesOf, filesStore, cvKeys, say }: AdminContext): void {
  admin
    .command('cvs')
    .description('write the CVs of all applications, or of one, into a folder')
    .argument('<folder>')
    .argument('[application]', 'id or reference of the application')
    .action(async (folder: string, application?: string) => {
      const db = await database();
      const found = await findApplications(db, application);
      requireDone(found.length > 0, application === undefined ? 'application' : `application ${application}`);
      await preparePrivateFolder(folder);
      const files = filesOf(db);
      const lost = new LostFiles();
      let written = 0;
      for (const { cvId } of found) {
        const file = await lost.unlessLost(() => readAttachment(db, files, cvId));
        // It has been deleted since, or is lost.
        if (!file) continue;
        await writePrivateFile(join(folder, file.name), file.content);
        written += 1;
      }
      say(`${written} written to ${folder}.`);
      lost.report('written');
    });

  admin
    .command('move-files')
    .description('move CVs and images from the database to the object storage in FILES_STORE')
    .option('--back', 'move them back into the database')
    .action(async ({ back }: { back?: boolean }) => {
      if (filesStore === undefined)
        throw new AdminError('FILES_STORE is not set: name the object storage, like s3://company-files/site.');
      const db = await database();
      const move = back ? moveFilesBack : moveFiles;
      const { files, bytes } = await move(db, new Bucket(filesStore), ({ files: count }) => {
        if (count % MOVED_SAID === 0) say(`${count} files moved so far.`);
      });
      say(`${counted(files, 'file')} moved, ${counted(bytes, 'byte')}, each compared with what arrived.`);
      if (!back) return;
      // Once no API has the object storage any more, nothing else can delete what is left there of deleted files.
      const before = new Date(Date.now() - retentionTime('uploads')).toISOString();
      await sweepFiles(db, openFiles(db, filesStore), before);
      const doomed = await db.selectFrom('doomedFiles').select('name').execute();
      if (doomed.length > 0)
        say(
          `Deleted there within the last hour: ${counted(doomed.length, 'file')}. Run this again in an hour: one may ` +
            'still have been on its way.',
        );
    });

  admin
    .command('encrypt-cvs')
    .description('encrypt all CVs that are not yet encrypted with the first key in CV_KEY')
    .option('--back', 'decrypt all of them; CV_KEY must still have their keys')
    .action(async ({ back }: { back?: boolean }) => {
      if (!cvKeys)
        throw new AdminError(
          'CV_KEY is not set: give it a name and 32 random bytes in base64 (openssl rand -base64 32).',
        );
      const db = await database();
      const [keyName] = cvKeys.names;
      const from = filesOf(db);
      if (back)
        return say(`${counted(await encryptCvs(db, { from, to: openFiles(db, filesStore) }, null), 'CV')} decrypted.`);
      say(`${counted(await encryptCvs(db, { from, to: from }, keyName), 'CV')} encrypted with the key "${keyName}".`);
    });
}

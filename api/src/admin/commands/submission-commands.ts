/** `delete message` and `delete application`: what one form has brought. */
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Db } from '../../database/schema.ts';
import { AdminError } from '../admin-error.ts';
import { deleteSubmission } from '../submission.ts';
import {
  type AdminContext,
  clearDeleted,
  findApplications,
  mailFileLog,
  OBJECTS_LEFT,
  requireDone,
} from './admin-context.ts';

export function addSubmissionDeletions(deletion: Command, { database, filesOf, dataDir, say }: AdminContext): void {
  const remove = async (db: Db, form: 'contactMessages' | 'applications', id: string): Promise<boolean> => {
    const deleting = { db, files: filesOf(db), mails: join(dataDir, 'mail'), log: mailFileLog(say) };
    const { wasThere, filesAreGone } = await deleteSubmission(deleting, form, id);
    if (!filesAreGone) say(OBJECTS_LEFT);
    await clearDeleted(db, say);
    return wasThere;
  };

  deletion
    .command('message')
    .argument('<id>', 'as `list messages` prints it')
    .action(async (id: string) => {
      requireDone(await remove(await database(), 'contactMessages', id), `message ${id} to delete`);
      say('Done.');
    });

  deletion
    .command('application')
    .argument('<application>', 'id or reference of the application')
    .action(async (application: string) => {
      const db = await database();
      const [found, another] = await findApplications(db, application);
      if (another) throw new AdminError(`Several applications have the reference ${application}: name it by its id.`);
      const isDone = found !== undefined && (await remove(db, 'applications', found.id));
      requireDone(isDone, `application ${application} to delete`);
      say('Done.');
    });
}

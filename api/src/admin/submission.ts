/** Deletes one message or application when its sender asks for that. Everything else of the person stays. */
import type { Db } from '../database/schema.ts';
import { deleteApplication } from '../features/careers/repository.ts';
import type { FileStore } from '../files/file-store.ts';
import { removeFilesOf, type WarningLog } from '../mail/files.ts';
import { deleteMailsAbout } from '../mail/outbox.ts';

interface Deleting {
  db: Db;
  files: FileStore;
  /** Folder of mails as files. */
  mails: string;
  /** Gets what keeps them. */
  log: WarningLog;
}

interface Deleted {
  wasThere: boolean;
  /** Whether the CV is gone from object storage; otherwise housekeeping deletes it. */
  filesAreGone: boolean;
}

type Form = 'contactMessages' | 'applications';

/** Deletes what a form has brought, with the mails about it and the CV. */
export async function deleteSubmission({ db, files, mails, log }: Deleting, form: Form, id: string): Promise<Deleted> {
  const { wasThere, mailIds, names } = await db.transaction().execute(async (tx) => {
    const found = await tx.selectFrom(form).select('id').where('id', '=', id).executeTakeFirst();
    // Other mails are about an id, too.
    if (!found) return { wasThere: false, mailIds: [], names: [] };
    // The same, sent again, counts as a new one.
    await tx.deleteFrom('idempotencyKeys').where('answer', '=', JSON.stringify({ id })).execute();
    const about = await deleteMailsAbout(tx, id);
    return { wasThere: true, mailIds: about, names: await deleteRow(tx, files, form, id) };
  });
  await removeFilesOf(mails, mailIds, log);
  const filesAreGone = await files.trySweep(names);
  return { wasThere, filesAreGone };
}

/** @returns names of its files, for {@link FileStore.sweep} */
async function deleteRow(tx: Db, files: FileStore, form: Form, id: string): Promise<string[]> {
  if (form === 'applications') return await deleteApplication(tx, files, id);
  await tx.deleteFrom('contactMessages').where('id', '=', id).execute();
  return [];
}

/** After somebody's data was deleted: what lies beside the rows of the database. */
import type { OpenDatabase } from '../database/open.ts';
import { clearTraces } from '../database/traces.ts';
import { removeMailFiles } from './mail-files.ts';

interface Traces extends OpenDatabase {
  /** Folder of mails as files. */
  mails: string;
  log: { warn: (facts: object, text: string) => void };
}

/** Never throws: the data is deleted, and what could not be done now is done by housekeeping. */
export async function removeTraces({ db, kind, mails, log }: Traces, mailIds: string[]): Promise<void> {
  try {
    const gone = new Set(mailIds);
    await removeMailFiles(mails, ({ id }) => gone.has(id));
    await clearTraces({ db, kind });
  } catch (error) {
    log.warn({ error: String(error) }, 'traces of deleted data are left until housekeeping removes them');
  }
}

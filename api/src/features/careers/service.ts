/** The CV is stored first; then the application and the two mails about it, together or not at all. */
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ApplicationReceipt } from 'shared/contracts/careers';
import { checkApplication, checkCv } from 'shared/rules/careers/application';
import { applicationForm } from 'shared/rules/careers/application-form';
import { readForm, trimForm } from 'shared/rules/form';
import { insertApplication } from './repository.ts';
import { insertFile } from '../../database/files.ts';
import { CVS } from '../../files/cv-keys.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { VirusScanner } from '../../files/virus-scanner.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { refused } from './cv.ts';
import type { CvThread } from './cv-thread.ts';
import { applicationMail, receiptMail } from './mails.ts';
import { once } from '../../database/idempotency.ts';
import { fieldsRefused } from '../../problem.ts';
import { turns } from '../../turns.ts';

/** A file is in memory while it is checked and stored: two at a time, the others wait. */
const inTurn = turns(2);

const VIRUS_FOUND = 'A virus scanner found something harmful in this file. Print it to a new PDF, then choose that.';

export interface ApplicationDependencies {
  mailer: Mailer;
  /** Who at the company gets the applications. */
  careersTo: string;
  cvs: CvThread;
  files: FileStore;
  /** Without one, nothing looks for viruses. */
  scanner?: VirusScanner | undefined;
}

/** The form as it arrived. The file's name is the sender's: it is checked, and not used. */
interface ArrivedApplication {
  /** By name; a field that was not sent is missing. */
  texts: Record<string, string>;
  file: { name: string; size: number; path: string } | undefined;
}

/**
 * Accepts an application.
 * @param key the same key with the same application gives the first receipt again and stores nothing. Without a key the
 *   application is its own key: a browser without script submits twice if the visitor clicks twice
 * @throws ProblemError for what the rules refuse, for a virus, and for a key that was used for another application
 * @throws VirusScannerError
 */
export async function receiveApplication(
  { mailer, careersTo, cvs, files, scanner }: ApplicationDependencies,
  { texts, file }: ArrivedApplication,
  key?: string,
): Promise<ApplicationReceipt> {
  const values = readForm(applicationForm, new Map(Object.entries(texts)));
  const problems = [...checkApplication(values), ...checkCv(file)];
  if (problems.length > 0) throw fieldsRefused(problems);
  const application = trimForm(applicationForm, values);

  return await inTurn(async () => {
    const { mediaType, ending, doubts } = await cvs.recognise(file!.path);
    const cv = await readFile(file!.path);
    if (await scanner?.finds(cv)) throw refused(VIRUS_FOUND);
    const content = [application, hashOf(cv)];
    const submission = { scope: 'application', key: key ?? hashOf(JSON.stringify(content)), content };
    const storedAs = `${CVS}${randomUUID()}`;
    await files.put(storedAs, cv, mediaType);
    return await files.unlessNamed(storedAs, () =>
      mailer.transaction((tx) =>
        once(tx, submission, async () => {
          const [id, cvId, createdAt] = [randomUUID(), randomUUID(), new Date().toISOString()];
          await files.claim(tx, storedAs);
          const name = `cv-${id}.${ending}`;
          await insertFile(tx, { id: cvId, name, mediaType, size: cv.length, storedAs, createdAt });
          await insertApplication(tx, { id, application, cvId, createdAt });
          const facts = { id, application, cvId, createdAt, careersTo };
          await mailer.write(tx, applicationMail(facts, doubts), createdAt);
          await mailer.write(tx, receiptMail(facts), createdAt);
          return { id };
        }),
      ),
    );
  });
}

function hashOf(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('base64url');
}

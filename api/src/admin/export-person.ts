/** All that is kept about a person, by email address: one JSON document with files beside it. */
import { basename, join } from 'node:path';
import PostalMime from 'postal-mime';
import type { InstallationSecret } from 'shared/node/installation-secret';
import type { Db } from '../database/schema.ts';
import { readAttachment } from '../files/attachment.ts';
import { listImagesOf } from '../features/posts/images/image-repository.ts';
import type { FileStore } from '../files/file-store.ts';
import type { LostFiles } from '../files/lost-files.ts';
import { readMailFiles } from '../mail/files.ts';
import { inSnapshot } from './snapshot.ts';
import { asColumns } from './lists.ts';
import { findTheirRows, isTheirMail, personalColumns, type TheirRows } from './personal-data.ts';
import { makeNewPrivateFolder, preparePrivateFolder, writePrivateFile } from './private-file.ts';

interface Exporting {
  db: Db;
  files: FileStore;
  /** Remembers files that cannot be read. */
  lost: LostFiles;
  /** The installation's secret, needed to find an email address that has unsubscribed. */
  secret: InstallationSecret;
  /** Folder of mails as files. */
  mails: string;
}

type Value = string | number | null;
type Row = Record<string, Value>;

/** `person.json` */
interface PersonDocument {
  email: string;
  /** ISO 8601. */
  exportedAt: string;
  /** By table, under the database's names. */
  kept: Record<string, Row[]>;
  /** Mails kept as files. */
  mailFiles: Row[];
  /** Columns that are left out: anybody who has their values could act as this person. */
  notGiven: string[];
}

/** Replaces a token in a link. */
const LEFT_OUT = '[left out]';

/**
 * Writes `person.json`, CVs below `cvs`, and the images of the person's posts below `images`.
 * @param folder created by this call
 * @returns how many rows and files of each kind
 * @throws AdminError
 */
export async function exportPerson(
  { db, files, lost, secret, mails }: Exporting,
  email: string,
  folder: string,
): Promise<Record<string, number>> {
  const theirs = await inSnapshot(db, (snapshot) => findTheirRows(snapshot, secret, email));
  const { kept, notGiven } = presented(theirs);
  const contents = await readMailFiles(mails, isTheirMail(email, theirs));
  const mailFiles = await Promise.all(Array.from(contents, ([path, content]) => asRow(basename(path), content)));
  const exportedAt = new Date().toISOString();
  const document: PersonDocument = { email, exportedAt, kept, mailFiles, notGiven };
  await makeNewPrivateFolder(folder);
  await writePrivateFile(join(folder, 'person.json'), `${JSON.stringify(document, null, 2)}\n`);
  await writeCvs({ db, files, lost }, theirs, folder);
  const images = await writeImages({ db, files, lost }, theirs, folder);
  const counts = Object.entries(kept).map(([table, rows]): [string, number] => [table, rows.length]);
  return Object.fromEntries([...counts, ['images', images], ['mails kept as files', mailFiles.length]]);
}

/** What may be exported, according to {@link personalColumns}. */
function presented(theirs: TheirRows): Pick<PersonDocument, 'kept' | 'notGiven'> {
  const kept: PersonDocument['kept'] = {};
  const notGiven = new Set<string>();
  for (const [table, rows] of Object.entries(theirs) as [keyof TheirRows, Row[]][]) {
    if (rows.length === 0) continue;
    const columns: Record<string, string> = personalColumns[table];
    const shown = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).flatMap(([name, value]): [string, Value][] => {
          if (columns[name] === 'given') return [[name, value]];
          if (columns[name] === 'links') return [[name, value === null ? null : withoutTokens(String(value))]];
          if (value !== null) notGiven.add(`${columnName(table)}.${columnName(name)}`);
          return [];
        }),
      ),
    );
    kept[columnName(table)] = asColumns(shown);
  }
  return { kept, notGiven: [...notGiven].toSorted() };
}

const columnName = (name: string): string => Object.keys(asColumns([{ [name]: null }])[0]!)[0]!;

const withoutTokens = (text: string): string => text.replaceAll(/(\btoken=)[\w%.~-]+/g, `$1${LEFT_OUT}`);

async function asRow(file: string, content: Buffer): Promise<Row> {
  const { date, from, to, replyTo, subject, text, attachments } = await PostalMime.parse(content);
  const emails = (list: { address?: string | undefined }[] = []) =>
    list.flatMap(({ address }) => address ?? []).join(', ');
  return {
    file,
    date: date ?? null,
    from: emails(from ? [from] : []),
    to: emails(to),
    replyTo: emails(replyTo),
    subject: subject ?? null,
    text: text === undefined ? null : withoutTokens(text),
    attachments: attachments.map(({ filename }) => filename).join(', '),
  };
}

type Files = Pick<Exporting, 'db' | 'files' | 'lost'>;

async function writeCvs({ db, files, lost }: Files, theirs: TheirRows, folder: string): Promise<void> {
  if (theirs.files.length > 0) await preparePrivateFolder(join(folder, 'cvs'));
  for (const { id } of theirs.files) {
    const file = await lost.unlessLost(() => readAttachment(db, files, id));
    if (file) await writePrivateFile(join(folder, 'cvs', file.name), file.content);
  }
}

/** Under the ids that the posts use for them. @returns how many */
async function writeImages({ db, files, lost }: Files, theirs: TheirRows, folder: string): Promise<number> {
  const posts = [...theirs.posts, ...theirs.hiddenPosts].map(({ id }) => id);
  const images = await listImagesOf(db, posts);
  if (images.length > 0) await preparePrivateFolder(join(folder, 'images'));
  for (const { id, storedAs } of images) {
    const stored = await lost.unlessLost(() => files.get(storedAs));
    if (stored) await writePrivateFile(join(folder, 'images', `${id}.webp`), stored.bytes);
  }
  return images.length;
}

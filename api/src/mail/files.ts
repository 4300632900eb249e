/** Mails as files: their names, and how they are read and removed. */
import { open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Address } from 'postal-mime';
import { namesIn } from 'shared/node/files/names-in';
import { UUID } from 'shared/rules/uuid';
import type { OutboxMail } from './outbox.ts';

/** Headers are shorter than this. */
const HEADER_MAX_BYTES = 64 * 1024;

/** `<time>-<topic>-<id>.eml` */
export function mailFileName(mail: Pick<OutboxMail, 'id' | 'topic' | 'createdAt'>): string {
  return `${mail.createdAt.replace(/[-:]|\.\d+/g, '')}-${mail.topic}-${mail.id}.eml`;
}

/** While it is being written. */
export function mailDraftName(id: string): string {
  return `.${id}.draft`;
}

export interface MailFile {
  /** Of the mail. */
  id: string;
  /** Empty for a draft. */
  topic: string;
  /** Milliseconds since 1970. */
  writtenAt: number;
  /** Addresses of the recipient and for replies. */
  emails: () => Promise<string[]>;
}

/** Removes the files for which `isGone` is true, including drafts that a killed process left. @returns how many */
export async function removeMailFiles(
  folder: string,
  isGone: (file: MailFile) => boolean | Promise<boolean>,
): Promise<number> {
  return (await withEach(folder, isGone, (path) => rm(path))).size;
}

/** @returns contents by path of the files for which `isWanted` is true, including drafts */
export async function readMailFiles(
  folder: string,
  isWanted: (file: MailFile) => boolean | Promise<boolean>,
): Promise<Map<string, Buffer>> {
  return withEach(folder, isWanted, (path) => readFile(path));
}

/** Looks again if a file is gone when its turn comes: a draft may have become the mail, under another name. */
async function withEach<Result>(
  folder: string,
  isWanted: (file: MailFile) => boolean | Promise<boolean>,
  act: (path: string) => Promise<Result>,
): Promise<Map<string, Result>> {
  const done = new Map<string, Result>();
  let isAnyGone: boolean;
  do {
    isAnyGone = false;
    for (const path of await findMailFiles(folder, isWanted)) {
      if (done.has(path)) continue;
      try {
        done.set(path, await act(path));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        isAnyGone = true;
      }
    }
  } while (isAnyGone);
  return done;
}

/** A mail's file, with its topic, or the draft of one. */
const NAME = new RegExp(String.raw`^(?:\.|\w+-(.+)-)(${UUID.source})\.(?:eml|draft)$`);

/** Paths of the files for which `isWanted` is true. */
async function findMailFiles(
  folder: string,
  isWanted: (file: MailFile) => boolean | Promise<boolean>,
): Promise<string[]> {
  const paths: string[] = [];
  for (const name of await namesIn(folder)) {
    const [, topic = '', id] = NAME.exec(name) ?? [];
    if (id === undefined) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && (await isWanted({ id, topic, writtenAt: found.mtimeMs, emails: () => emailsIn(path) })))
      paths.push(path);
  }
  return paths;
}

/** Logs what does not stop its task. */
export interface WarningLog {
  warn: (facts: object, text: string) => void;
}

/**
 * Removes the files of mails about what was just deleted. What keeps them is logged and the deletion goes on: the rows
 * are gone, and housekeeping removes the files in the end.
 */
export async function removeFilesOfDeleted(
  folder: string,
  isGone: (file: MailFile) => boolean | Promise<boolean>,
  log: WarningLog,
): Promise<void> {
  await removeMailFiles(folder, isGone).catch((error: unknown) =>
    log.warn({ error: String(error) }, 'mails about what was deleted are left as files'),
  );
}

/** The same, of mails by their ids. */
export async function removeFilesOf(folder: string, mailIds: readonly string[], log: WarningLog): Promise<void> {
  if (mailIds.length > 0) await removeFilesOfDeleted(folder, ({ id }) => mailIds.includes(id), log);
}

async function emailsIn(path: string): Promise<string[]> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    // A draft that has become the mail since it was listed, or a mail that another process has removed.
    if (error.code !== 'ENOENT') throw error;
  });
  if (!file) return [];
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_MAX_BYTES), 0, HEADER_MAX_BYTES, 0);
    const start = buffer.subarray(0, bytesRead);
    const end = start.indexOf('\r\n\r\n');
    const { to = [], replyTo = [] } = await PostalMime.parse(end < 0 ? start : start.subarray(0, end + 4));
    return [...to, ...replyTo].flatMap(({ address }: Address) => address ?? []);
  } finally {
    await file.close();
  }
}

import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type MailFile, mailDraftName, mailFileName, readMailFiles, removeFilesOf, removeMailFiles } from './files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mail-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (name: string) => writeFile(join(folder, name), 'To: ada@example.com\r\n\r\nGood morning');
const files = async () => {
  const found: MailFile[] = [];
  await readMailFiles(folder, (file) => found.push(file) > 0);
  return found;
};

test('a mail of any topic is found among the files, and removed', async () => {
  const topics = fc.stringMatching(/^[a-z0-9]+(-[a-z0-9]+){0,3}$/);
  const tried = fc.asyncProperty(topics, fc.uuid(), async (topic, id) => {
    await write(mailFileName({ id, topic, createdAt: new Date().toISOString() }));
    const [file, ...others] = await files();
    expect([file, others]).toMatchObject([{ id, topic }, []]);
    expect(await file!.emails()).toEqual(['ada@example.com']);
    await removeFilesOf(folder, [id], { warn: expect.fail });
    expect(await readdir(folder)).toEqual([]);
  });
  await fc.assert(tried, { numRuns: 50, examples: [['newsletter-issue', randomUUID()]] });
});

test('a draft that becomes the mail while it is looked for does not hide the other files', async () => {
  const [id, other] = [randomUUID(), `20260101T000000Z-contact-${randomUUID()}.eml`];
  await write(mailDraftName(id));
  await write(other);
  const found = await readMailFiles(folder, async ({ topic, emails }) => {
    if (topic === '') await rename(join(folder, mailDraftName(id)), join(folder, 'sent'));
    return (await emails()).length > 0;
  });
  expect([...found.keys()]).toEqual([join(folder, other)]);
});

test('a draft that has become the mail by the time it is read or removed is read or removed as the mail', async () => {
  const [id, another] = [randomUUID(), randomUUID()];
  const sent = mailFileName({ id, topic: 'contact', createdAt: '2026-01-01T00:00:00.000Z' });
  const isWanted = async (file: MailFile) => {
    if (file.topic === '') await rename(join(folder, mailDraftName(id)), join(folder, sent));
    return true;
  };
  await write(mailFileName({ id: another, topic: 'contact', createdAt: '2025-01-01T00:00:00.000Z' }));
  await write(mailDraftName(id));
  const read = await readMailFiles(folder, isWanted);
  expect([...read.keys()].toSorted()).toEqual((await readdir(folder)).map((name) => join(folder, name)).toSorted());

  await rename(join(folder, sent), join(folder, mailDraftName(id)));
  expect(await removeMailFiles(folder, isWanted)).toBe(2);
  expect(await readdir(folder)).toEqual([]);
});

test('so is a draft, and nothing else is', async () => {
  const id = randomUUID();
  await write(mailDraftName(id));
  for (const name of ['notes.eml', `${id}.eml`, `20260101T000000Z-contact-${id}.eml.bak`]) await write(name);
  expect(await files()).toMatchObject([{ id, topic: '' }]);
});

/** A backup includes files in object storage like those in the database, and they can be restored to either. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountCalls } from 'shared/contracts/account';
import { applicationCall } from 'shared/contracts/careers';
import { retentionTime } from 'shared/rules/retention';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ObjectStorage, startS3 } from '../../../../tooling/s3/start-s3.ts';
import { openDatabase } from '../../database/open.ts';
import { hashPassword } from '../../features/accounts/passwords/passwords.ts';
import { insertUser, setPassword } from '../../features/accounts/repository.ts';
import { readAttachment } from '../../files/attachment.ts';
import { Bucket } from '../../files/bucket.ts';
import { openFiles } from '../../files/open-files.ts';
import { repositoryRoot } from '../../../../tooling/workspace/root.ts';
import { json, startApi, type TestApi } from '../../../test/support/api.ts';
import { applicationForm } from '../../../test/support/applications.ts';
import { databaseKinds, makePlace, type Place } from '../../../test/support/database.ts';
import { pdf } from '../../../test/support/documents.ts';
import { startProcess } from '../../../test/support/process.ts';
import { removeAt } from '../../../test/support/retention.ts';
import { goodPassword } from '../../../test/support/visitor.ts';
import { runAdmin } from '../run.ts';
import { BackupFolder } from './backup-folder.ts';
import { makeBackup } from './make-backup.ts';
import { hashLine, type Manifest, tableFile } from './manifest.ts';
import { restore } from './restore.ts';
import { verify } from './verify.ts';

let storage: ObjectStorage;
let api: TestApi;
let url: string;
let folder: string;
const places: Place[] = [];
const newPlace = async () => {
  places.push(await makePlace('sqlite'));
  return places.at(-1)!;
};
const installationAt = ({ dataDir, url: databaseUrl }: Place, filesStore?: string) => ({
  dataDir,
  databaseUrl,
  filesStore,
  givenSecret: undefined,
  releases: undefined,
});
const newBucket = () => `s3://${storage.bucket}/${randomUUID()}`;

beforeAll(async () => {
  storage = await startS3();
  for (const [name, value] of Object.entries(storage.env)) vi.stubEnv(name, value);
  url = newBucket();
  api = await startApi('sqlite', {}, { filesOf: (db) => openFiles(db, url) });
  folder = await mkdtemp(join(tmpdir(), 'backup-test-'));
  const form = applicationForm({}, { bytes: pdf(700) });
  expect((await api.fetch(applicationCall, { method: 'POST', body: form })).status).toBe(201);
});
afterAll(async () => {
  await api.close();
  for (const place of places) await place.remove();
  await storage.stop();
  await rm(folder, { recursive: true });
  vi.unstubAllEnvs();
});

const cvAt = async (place: Place, filesStore?: string) => {
  const db = openDatabase(place);
  const { cvId } = await db.selectFrom('applications').select('cvId').executeTakeFirstOrThrow();
  const file = await readAttachment(db, openFiles(db, filesStore), cvId);
  await db.destroy();
  return file?.content;
};
const storedName = async () => (await api.db.selectFrom('storedFiles').select('name').executeTakeFirstOrThrow()).name;

test('to other object storage, to the database, and to the one that has survived', async () => {
  const backup = join(folder, 'whole');
  const { files } = await makeBackup({ ...installationAt(api.place, url), db: api.db }, backup);
  expect(Object.keys(files)).toContain(`files/${await storedName()}`);
  await verify(backup);
  for (const target of [newBucket(), undefined, url]) {
    const place = await newPlace();
    await restore(installationAt(place, target), backup);
    expect(Buffer.from((await cvAt(place, target))!).equals(pdf(700)), target ?? 'database').toBe(true);
  }
});

test('the drill that docs/backup.md describes is a site of its own, even with the settings of the site', async () => {
  const email = 'drill@example.com';
  const now = new Date().toISOString();
  const user = await insertUser(api.db, { name: 'Ada Obi', email, now });
  await setPassword(api.db, user!.id, { hash: await hashPassword(goodPassword), now });
  const backup = join(folder, 'drilled');
  await makeBackup({ ...installationAt(api.place, url), db: api.db }, backup);

  const docs = await readFile(join(repositoryRoot, 'docs/backup.md'), 'utf8');
  const [, block = ''] = /\*\*Drill\*\*.+?```sh\n(.+?)```/s.exec(docs) ?? [];
  const settings = block.split('\n').filter((line) => /^ *(unset|export) /.test(line));
  expect(settings).toHaveLength(2);
  const { env } = process;
  const all = {
    ...env,
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://www.example.com',
    API_URL: 'http://127.0.0.1:1',
    DATABASE_URL: 'postgres://site:x@127.0.0.1:1/site',
    SESSION_SECRET: 'x'.repeat(32),
    FILES_STORE: url,
    RELEASES_URL: newBucket(),
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: email,
    CONTACT_TO: email,
    CAREERS_TO: email,
  };
  const printed = execFileSync('sh', ['-ec', `${settings.join('\n')}\nenv -0`], { env: all }).toString();
  const drill = Object.fromEntries(printed.split('\0').map((line) => /^([^=]*)=?(.*)$/s.exec(line)!.slice(1)));
  expect(drill['DATA_DIR']).toBe('.drill');
  const place = await newPlace();
  drill['DATA_DIR'] = place.dataDir;

  process.env = drill;
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const status = await runAdmin(['restore', backup]);
  print.mockRestore();
  process.env = env;
  expect(status).toBe(0);
  const db = openDatabase(place);
  const stored = await db.selectFrom('storedFiles').select('place').distinct().execute();
  await db.destroy();
  expect(stored).toEqual([{ place: 'database' }]);

  // Its pages would ask the site's API.
  expect(drill['API_URL']).toBeUndefined();
  const site = await startProcess(place, drill);
  const login = json({ email, password: goodPassword }, { origin: 'http://localhost:3000' });
  const { status: answered } = await site.fetch(accountCalls.login, login).finally(() => site.end('SIGTERM'));
  expect(answered).toBe(200);
});

test('a backup never passes for whole while object storage is not set', async () => {
  const installation = { ...installationAt(api.place), db: api.db };
  await expect(makeBackup(installation, join(folder, 'half'))).rejects.toThrow(
    'FILES_STORE is not set, but object storage has 1 file.',
  );
  expect(await readdir(folder)).not.toContain('half');
});

test('a restore that fails takes back what it put into object storage', async () => {
  for (const email of ['one@example.com', 'two@example.com'])
    await api.fetch(applicationCall, { method: 'POST', body: applicationForm({ email }, { bytes: pdf(700) }) });
  const backup = join(folder, 'failing');
  await makeBackup({ ...installationAt(api.place, url), db: api.db }, backup);
  const manifest = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8')) as Manifest;
  const names = Object.keys(manifest.files).filter((name) => name.startsWith('files/'));
  expect(names.length).toBe(3);
  const [first, , last] = names.toSorted() as [string, string, string];
  delete manifest.files[last];
  const text = Buffer.from(JSON.stringify(manifest));
  await writeFile(join(backup, 'manifest.json'), text);
  await writeFile(join(backup, 'manifest.json.sha256'), hashLine(text));

  const target = newBucket();
  const put = vi.spyOn(Bucket.prototype, 'put');
  const place = await newPlace();
  const name = (file: string) => file.slice('files/'.length);
  await expect(verify(backup)).rejects.toThrow(`a row names the file ${name(last)}, which is missing`);
  await expect(restore(installationAt(place, target), backup)).rejects.toThrow(name(last));
  expect(put.mock.calls.map(([each]) => each)).toContain(name(first));
  expect(await new Bucket(target).get(name(first))).toBeUndefined();
  expect(await readdir(place.dataDir)).toEqual([]);
});

test('a lost file is reported, and the rest is saved', async () => {
  const name = await storedName();
  const bucket = new Bucket(url);
  const bytes = (await bucket.get(name))!;
  await bucket.delete(name);
  const backup = join(folder, 'lost');
  const { leftOut } = await makeBackup({ ...installationAt(api.place, url), db: api.db }, backup);
  await bucket.put(name, bytes, 'application/pdf');
  expect(leftOut).toContain(`The file ${name} is left out: it has just been deleted, or is lost.`);
  await verify(backup);
});

test.each(databaseKinds)('what housekeeping removes during a backup of %s does not spoil it', async (kind) => {
  const store = newBucket();
  const site = await startApi(kind, {}, { filesOf: (db) => openFiles(db, store) });
  const db = openDatabase(site.place);
  const { write } = BackupFolder.prototype;
  const writing = vi.spyOn(BackupFolder.prototype, 'write');
  try {
    expect((await site.fetch(applicationCall, { method: 'POST', body: applicationForm() })).status).toBe(201);
    const { name } = await site.db.selectFrom('storedFiles').select('name').executeTakeFirstOrThrow();
    writing.mockImplementation(async function (this: BackupFolder, file, ...content) {
      await write.call(this, file, ...content);
      if (file === tableFile('stored_files')) await removeAt(site, Date.now() + 2 * retentionTime('applications'));
    });
    const backup = join(folder, `removed-${kind}`);
    const { database, leftOut } = await makeBackup({ ...installationAt(site.place, store), db }, backup);
    expect(await site.db.selectFrom('storedFiles').select('name').execute()).toEqual([]);
    expect(database.rows['stored_files']).toBe(1);
    expect(leftOut.filter((sentence) => sentence.includes(name))).toHaveLength(1);
    await verify(backup);
  } finally {
    writing.mockRestore();
    await db.destroy();
    await site.close();
  }
});

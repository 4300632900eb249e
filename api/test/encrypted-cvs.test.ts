/** CVs are encrypted in the database and in object storage, and readable wherever they are needed. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applicationCall } from 'shared/contracts/careers';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ObjectStorage, startS3 } from '../../tooling/s3/start-s3.ts';
import { makeBackup } from '../src/admin/backup/make-backup.ts';
import { restore } from '../src/admin/backup/restore.ts';
import { verify } from '../src/admin/backup/verify.ts';
import { openDatabase } from '../src/database/open.ts';
import type { Db } from '../src/database/schema.ts';
import { readAttachment } from '../src/files/attachment.ts';
import { Bucket } from '../src/files/bucket.ts';
import { CvKeys } from '../src/files/cv-keys.ts';
import { contentOf, type FileStore } from '../src/files/file-store.ts';
import { openFiles } from '../src/files/open-files.ts';
import { runAdminCommand } from './support/admin.ts';
import { startApi, type TestApi } from './support/api.ts';
import { applicationForm } from './support/applications.ts';
import { makePlace } from './support/database.ts';
import { pdf } from './support/documents.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];
const firstKey = new CvKeys(new Map([['first', first]]));
const secondKey = new CvKeys(new Map([['second', second]]));
const rotated = new CvKeys(
  new Map([
    ['second', second],
    ['first', first],
  ]),
);
const CV = pdf(3_000);

let storage: ObjectStorage;
let scratch: string;
beforeAll(async () => {
  storage = await startS3();
  scratch = await mkdtemp(join(tmpdir(), 'encrypted-cvs-'));
});
afterAll(async () => {
  await storage.stop();
  await rm(scratch, { recursive: true });
});

const places = [
  { kind: 'sqlite', place: 'database' },
  { kind: 'postgres', place: 'bucket' },
] as const;

describe.each(places)('CVs on $kind, in the $place', ({ kind, place }) => {
  let api: TestApi;
  let url: string | undefined;
  const filesWith = (keys?: CvKeys, db: Db = api.db): FileStore => openFiles(db, url, keys);

  beforeAll(async () => {
    for (const [name, value] of Object.entries(storage.env)) vi.stubEnv(name, value);
    url = place === 'bucket' ? `s3://${storage.bucket}/${randomUUID()}` : undefined;
    api = await startApi(kind, {}, { filesOf: (db) => openFiles(db, url, firstKey) });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const table of ['outbox', 'applications', 'files', 'storedFiles', 'doomedFiles'] as const)
      await api.db.deleteFrom(table).execute();
  });
  afterAll(async () => {
    await api.close();
    vi.unstubAllEnvs();
  });

  const apply = async (): Promise<string> => {
    const form = applicationForm({ email: `${randomUUID()}@example.com` }, { bytes: CV });
    const response = await api.fetch(applicationCall, { method: 'POST', body: form });
    expect(response.status).toBe(201);
    const { id } = (await response.json()) as { id: string };
    const row = api.db.selectFrom('applications').select('cvId').where('id', '=', id);
    return (await row.executeTakeFirstOrThrow()).cvId;
  };
  const names = async () =>
    (await api.db.selectFrom('storedFiles').select('name').orderBy('name').execute()).map(({ name }) => name);
  const keyNames = async () =>
    (await api.db.selectFrom('storedFiles').select('keyName').execute()).map(({ keyName }) => keyName);
  const rawOf = async (name: string) => (url ? await new Bucket(url).get(name) : await contentOf(api.db, name))!;
  const isCv = (bytes: Uint8Array | undefined) => bytes !== undefined && Buffer.from(bytes).equals(CV);
  const encrypt = (cvKeys: CvKeys | undefined, ...more: string[]) =>
    runAdminCommand(api, ['encrypt-cvs', ...more], { filesStore: url, cvKeys });

  test('what is stored is unreadable, and those who need the CV get it', async () => {
    const cvId = await apply();
    const [name] = (await names()) as [string];
    const raw = await rawOf(name);
    expect(raw.length).toBeGreaterThan(CV.length);
    // The PDF is mostly one pattern, but not even a small piece of it is readable.
    expect(raw.includes(CV.subarray(0, 8))).toBe(false);
    expect(raw.includes(CV.subarray(1_000, 1_016))).toBe(false);
    expect(isCv((await readAttachment(api.db, api.files, cvId))?.content)).toBe(true);
    const folder = join(scratch, randomUUID());
    await runAdminCommand(api, ['cvs', folder], { filesStore: url, cvKeys: firstKey });
    const { name: fileName } = (await readAttachment(api.db, api.files, cvId))!;
    expect(isCv(await readFile(join(folder, fileName)))).toBe(true);
  });

  test('images are stored as they are', async () => {
    const name = `images/${randomUUID()}`;
    await api.files.put(name, CV, 'image/webp');
    expect(isCv(await rawOf(name))).toBe(true);
  });

  test('without its key, with another one of its name, or in the place of another, none is read', async () => {
    const [one, other] = [await apply(), await apply()];
    const read = async (keys?: CvKeys) => await readAttachment(api.db, filesWith(keys), one);
    await expect(read()).rejects.toThrow('is encrypted with the key "first", which is not in CV_KEY');
    await expect(read(secondKey)).rejects.toThrow('is encrypted with the key "first", which is not in CV_KEY');
    await expect(read(new CvKeys(new Map([['first', second]])))).rejects.toThrow('the key "first" has changed');
    expect(await filesWith(secondKey).missingKeys()).toEqual(['first']);
    expect(await filesWith(rotated).missingKeys()).toEqual([]);

    const stored = await api.db.selectFrom('files').select(['id', 'storedAs']).execute();
    const [mine, theirs] = [one, other].map((cvId) => stored.find(({ id }) => id === cvId)!.storedAs) as [
      string,
      string,
    ];
    const bytes = await rawOf(theirs);
    if (url) await new Bucket(url).put(mine, bytes, 'application/pdf');
    else await api.db.updateTable('fileContents').set({ content: bytes }).where('name', '=', mine).execute();
    const { sha256 } = await api.db
      .selectFrom('storedFiles')
      .select('sha256')
      .where('name', '=', theirs)
      .executeTakeFirstOrThrow();
    await api.db.updateTable('storedFiles').set({ sha256 }).where('name', '=', mine).execute();
    await expect(read(firstKey)).rejects.toThrow('cannot be decrypted');
  });

  test('one that cannot be read keeps none of the others from being encrypted', async () => {
    const cvIds = [await apply(), await apply()].toSorted();
    const of = (id: string) =>
      api.db
        .selectFrom('files')
        .innerJoin('storedFiles', 'storedFiles.name', 'files.storedAs')
        .select(['storedFiles.name', 'keyName'])
        .where('files.id', '=', id)
        .executeTakeFirstOrThrow();
    const { name } = await of(cvIds[0]!);
    await api.db.updateTable('storedFiles').set({ sha256: 'of other bytes' }).where('name', '=', name).execute();
    await expect(encrypt(rotated)).rejects.toThrow(`${name} in`);
    expect([(await of(cvIds[0]!)).keyName, (await of(cvIds[1]!)).keyName]).toEqual(['first', rotated.names[0]]);
  });

  test('older ones stay readable, and a command encrypts all with the key in use, or none', async () => {
    const cvIds = [await apply(), await apply()];
    // As if they were from before there was a key.
    await encrypt(firstKey, '--back');
    expect(await keyNames()).toEqual([null, null]);
    for (const name of await names()) expect(isCv(await rawOf(name))).toBe(true);
    cvIds.push(await apply());
    const former = await names();

    expect(await encrypt(rotated)).toBe('3 CVs encrypted with the key "second".\n');
    expect(await keyNames()).toEqual(['second', 'second', 'second']);
    expect((await names()).filter((name) => former.includes(name))).toEqual([]);
    for (const name of former) expect(await rawOf(name)).toBeUndefined();
    // The former key is not needed any more.
    for (const cvId of cvIds)
      expect(isCv((await readAttachment(api.db, filesWith(secondKey), cvId))?.content)).toBe(true);
    expect(await encrypt(rotated)).toBe('0 CVs encrypted with the key "second".\n');
    expect(await encrypt(rotated, '--back')).toBe('3 CVs decrypted.\n');
    await expect(encrypt(undefined)).rejects.toThrow('CV_KEY is not set: give it a name and 32 random bytes');
  });

  test('a run that is cut short loses none, and is gone on with', async () => {
    const cvIds = [await apply(), await apply(), await apply()];
    const { claim } = Object.getPrototypeOf(api.files) as FileStore;
    let claims = 0;
    vi.spyOn(Object.getPrototypeOf(api.files) as FileStore, 'claim').mockImplementation(async function (
      this: FileStore,
      ...words
    ) {
      claims += 1;
      if (claims === 2) throw new Error('cut short');
      await claim.apply(this, words);
    });
    await expect(encrypt(rotated)).rejects.toThrow('cut short');
    expect((await keyNames()).toSorted()).toEqual(['first', 'first', 'second']);
    for (const cvId of cvIds)
      expect(isCv((await readAttachment(api.db, filesWith(rotated), cvId))?.content)).toBe(true);
    expect(await encrypt(rotated)).toBe('2 CVs encrypted with the key "second".\n');
  });

  test('reading one while it is stored again works, and one deleted in between stays deleted', async () => {
    const cvId = await apply();
    const files = filesWith(rotated);
    const get = files.get.bind(files);
    vi.spyOn(files, 'get').mockImplementationOnce(async (name) => {
      await encrypt(rotated);
      return await get(name);
    });
    expect(isCv((await readAttachment(api.db, files, cvId))?.content)).toBe(true);

    const prototype = Object.getPrototypeOf(api.files) as FileStore;
    const { put } = prototype;
    vi.spyOn(prototype, 'put').mockImplementationOnce(async function (this: FileStore, ...words) {
      await put.apply(this, words);
      await api.db.deleteFrom('applications').execute();
      await api.db.deleteFrom('files').where('id', '=', cvId).execute();
    });
    expect(await encrypt(rotated, '--back')).toBe('0 CVs decrypted.\n');
    expect(await readAttachment(api.db, files, cvId)).toBeUndefined();
  });

  test('a backup has them encrypted, says with which key, and can be restored to either place', async () => {
    const cvId = await apply();
    const installation = {
      dataDir: api.place.dataDir,
      databaseUrl: api.place.url,
      filesStore: url,
      givenSecret: 'given',
      releases: undefined,
    };
    const backup = join(scratch, randomUUID());
    const { cvKeys } = await makeBackup({ ...installation, db: api.db }, backup);
    expect(cvKeys).toEqual(['first']);
    expect((await verify(backup)).cvKeys).toEqual(['first']);
    for (const filesStore of [undefined, `s3://${storage.bucket}/${randomUUID()}`]) {
      const target = await makePlace('sqlite');
      await restore({ ...installation, dataDir: target.dataDir, databaseUrl: undefined, filesStore }, backup);
      const db = openDatabase(target);
      try {
        expect(isCv((await readAttachment(db, openFiles(db, filesStore, firstKey), cvId))?.content)).toBe(true);
        await expect(readAttachment(db, openFiles(db, filesStore), cvId)).rejects.toThrow('not in CV_KEY');
      } finally {
        await db.destroy();
        await target.remove();
      }
    }
  });
});

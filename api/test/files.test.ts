/** CVs and images in object storage: a real S3 server, and a proxy before it that fails like networks and storages. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { applicationCall } from 'shared/contracts/careers';
import { type CreatedPost, postCalls, type StoredImage } from 'shared/contracts/posts';
import { S3Folder } from 'shared/node/files/s3-folder';
import { retentionTime } from 'shared/rules/retention';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ObjectStorage, startS3 } from '../../tooling/s3/start-s3.ts';
import type { Db } from '../src/database/schema.ts';
import { Bucket } from '../src/files/bucket.ts';
import { collectFiles, sweepFiles } from '../src/files/collect.ts';
import { FileStore } from '../src/files/file-store.ts';
import { moveFiles, moveFilesBack } from '../src/files/move-files.ts';
import { openFiles } from '../src/files/open-files.ts';
import { startOutboxWorker } from '../src/mail/outbox-worker.ts';
import { runAdminCommand } from './support/admin.ts';
import { json, startApi, type TestApi } from './support/api.ts';
import { applicationForm } from './support/applications.ts';
import { goodMessage } from './support/contact.ts';
import { contactCall } from 'shared/contracts/contact';
import { databaseKinds } from './support/database.ts';
import { pdf } from './support/documents.ts';
import { type FaultyProxy, startFaultyProxy, type Trouble } from './support/faulty-proxy.ts';
import { eventLog } from './support/log.ts';
import { removeAt } from './support/retention.ts';
import { memberOf } from './support/visitor.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Long enough for a busy machine; {@link impatient} sets how long tests wait for a storage that does not answer. */
const PATIENCE = { writeMs: 10_000, readMs: 10_000, deleteMs: 10_000, checkMs: 10_000 };
const patience = { ...PATIENCE };
const impatient = () => Object.assign(patience, { writeMs: 700, readMs: 700, checkMs: 700 });

let storage: ObjectStorage;
let proxy: FaultyProxy;
beforeAll(async () => {
  storage = await startS3();
  proxy = await startFaultyProxy(storage.env.AWS_ENDPOINT_URL_S3);
});
afterAll(async () => {
  await proxy.close();
  await storage.stop();
});

describe.each(databaseKinds)('files in object storage with %s', (kind) => {
  let api: TestApi;
  let url: string;
  /** Looks into the bucket past the proxy's faults. */
  let inside: S3Folder;

  beforeAll(async () => {
    for (const [name, value] of Object.entries({ ...storage.env, AWS_ENDPOINT_URL_S3: proxy.url }))
      vi.stubEnv(name, value);
    url = `s3://${storage.bucket}/${randomUUID()}`;
    inside = new S3Folder(url);
    api = await startApi(kind, {}, { filesOf: (db) => new FileStore({ db, bucket: new Bucket(url, patience) }) });
  });
  afterEach(async () => {
    proxy.set('none');
    Object.assign(patience, PATIENCE);
    for (const table of ['outbox', 'applications', 'files', 'images', 'storedFiles', 'doomedFiles'] as const)
      await api.db.deleteFrom(table).execute();
    api.log.length = 0;
  });
  afterAll(async () => {
    await api.close();
    vi.unstubAllEnvs();
  });

  const isObject = async (name: string) => (await inside.size(name)) !== undefined;
  const named = async () => {
    const rows = await api.db.selectFrom('files').select('storedAs').execute();
    return [...rows, ...(await api.db.selectFrom('images').select('storedAs').execute())].map((row) => row.storedAs);
  };
  const known = async () => {
    const names: string[] = [];
    for await (const { name } of api.files.list()) names.push(name);
    return names;
  };
  const apply = (email = `${randomUUID()}@example.com`, cv = pdf()) =>
    api.fetch(applicationCall, { method: 'POST', body: applicationForm({ email }, { bytes: cv }) });
  const image = async (background = '#204060') =>
    new Uint8Array(
      await sharp({ create: { width: 300, height: 200, channels: 3, background } })
        .jpeg()
        .toBuffer(),
    );
  const sendImage = async (background?: string) =>
    api.fetch(postCalls.images, { method: 'POST', body: await image(background) });
  const count = async (table: 'applications' | 'outbox' | 'files' | 'images') =>
    (await api.db.selectFrom(table).selectAll().execute()).length;

  test('a CV and an image go there, and are read from there', async () => {
    const cv = pdf(20_000);
    expect((await apply('ada@example.com', cv)).status).toBe(201);
    const { url: path } = (await (await sendImage()).json()) as StoredImage;
    const names = await named();
    expect(names.toSorted()).toEqual([
      expect.stringMatching(/^cvs\/[\da-f-]{36}$/),
      expect.stringMatching(/^images\/[\da-f-]{36}$/),
    ]);
    expect(await api.db.selectFrom('fileContents').selectAll().execute()).toEqual([]);
    expect((await inside.read(names.find((name) => name.startsWith('cvs/'))!))?.bytes.equals(cv)).toBe(true);
    const served = await api.fetch(path);
    expect(served.headers.get('content-type')).toBe('image/webp');
    expect((await sharp(await served.arrayBuffer()).metadata()).width).toBe(300);
    proxy.set('silent');
    const again = await api.fetch(path, { headers: { 'if-none-match': served.headers.get('etag')! } });
    expect(again.status, 'what a browser has needs no storage').toBe(304);
  });

  test('the same image twice, at once and later, is one object', async () => {
    const body = await image('#990000');
    const answers = await Promise.all(
      [1, 2, 3].map(async () => (await api.fetch(postCalls.images, { method: 'POST', body })).json()),
    );
    answers.push(await (await api.fetch(postCalls.images, { method: 'POST', body })).json());
    expect(new Set(answers.map((answer) => (answer as StoredImage).url)).size).toBe(1);
    expect(await known()).toEqual(await named());
  });

  test('the same application twice is one object', async () => {
    const cv = pdf();
    const [first, second] = [await apply('twice@example.com', cv), await apply('twice@example.com', cv)];
    expect(await second.json()).toEqual(await first.json());
    expect(await known()).toEqual(await named());
  });

  const troubles: Trouble[] = ['silent', 'status 500', 'status 507', 'quota', 'cut while sending', 'lost answer'];
  test.each(troubles)(
    '%s: a clear 503, nothing half saved, and what was written after all is collected',
    async (trouble) => {
      proxy.set(trouble, 'PUT');
      if (trouble === 'silent') impatient();
      const begun = Date.now();
      for (const refused of [await apply(), await sendImage('#007700')]) {
        expect(refused.status).toBe(503);
        expect(refused.headers.get('retry-after')).toBe('30');
        expect(await refused.json()).toMatchObject({
          code: 'unavailable',
          detail: expect.stringMatching(/^Files cannot be stored or read at the moment\. Nothing has changed/),
        });
      }
      expect(Date.now() - begun, 'nobody waits for long').toBeLessThan(30_000);
      expect(await Promise.all((['applications', 'outbox', 'files', 'images'] as const).map(count))).toEqual([
        0, 0, 0, 0,
      ]);
      expect((await api.fetch(postCalls.posts)).status, 'everything else goes on').toBe(200);
      expect((await api.fetch(contactCall, json(goodMessage))).status).toBe(201);
      const left = (await api.db.selectFrom('doomedFiles').select('name').execute()).map(({ name }) => name);
      expect(left).toHaveLength(2);
      expect(await isObject(left[0]!)).toBe(trouble === 'lost answer');

      proxy.set('none');
      Object.assign(patience, PATIENCE);
      expect((await apply()).status).toBe(201);
      await removeAt(api, Date.now() + 2 * HOUR_MS);
      for (const name of left) expect(await isObject(name)).toBe(false);
      expect(await api.db.selectFrom('doomedFiles').selectAll().execute()).toEqual([]);
      expect(await isObject((await named())[0]!)).toBe(true);
    },
  );

  test.each<Trouble>(['silent', 'status 500', 'cut while answering'])(
    '%s while reading: 503, and then it is served',
    async (trouble) => {
      const { url: path } = (await (await sendImage('#123123')).json()) as StoredImage;
      proxy.set(trouble, 'GET');
      if (trouble === 'silent') impatient();
      const refused = await api.fetch(path);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
      expect(refused.headers.get('cache-control')).toBe('no-cache');
      expect((await api.fetch('/readyz')).status).toBe(200);
      expect(await (await api.fetch('/readyz')).json()).toEqual({ status: 'ok', files: 'away' });
      proxy.set('none');
      Object.assign(patience, PATIENCE);
      expect((await api.fetch(path)).status).toBe(200);
      expect(await (await api.fetch('/readyz')).json()).toEqual({ status: 'ok', files: 'ok' });
    },
  );

  test('an object that was changed is not handed on', async () => {
    const { url: path } = (await (await sendImage('#321321')).json()) as StoredImage;
    const [name] = await named();
    await inside.put(name!, Buffer.from('<script>'), { type: 'text/html', deadlineMs: 5_000 });
    expect((await api.fetch(path)).status).toBe(503);
    expect(api.log.join()).toContain(`${name} in ${url} is damaged`);
    await inside.remove(name!);
    expect((await api.fetch(path)).status).toBe(503);
    expect(api.log.join()).toContain(`${name} is missing in ${url}`);
  });

  test('a mail whose CV cannot be read waits, the others do not', async () => {
    await apply('cv@example.com');
    await api.fetch(contactCall, json(goodMessage));
    proxy.set('status 500', 'GET');
    const sent: string[] = [];
    const transport = { name: 'test', send: async (mail: { topic: string }) => void sent.push(mail.topic) };
    const log = eventLog();
    const worker = startOutboxWorker({ ...api, transport, log, backoff: () => 300, poll: 100 });
    await log.seen('mail sent', 2);
    expect(sent.toSorted()).toEqual(['application', 'contact']);
    proxy.set('none');
    await log.seen('mail sent', 3);
    await worker.stop();
    expect(sent).toHaveLength(3);
  });

  test('with the row goes the object: delete-person, delete image, and what is too old', async () => {
    await apply('gone@example.com');
    await apply('old@example.com');
    const { url: path } = (await (await sendImage('#456456')).json()) as StoredImage;
    const names = await named();
    let said = '';
    const admin = async (...words: string[]) => {
      said += await runAdminCommand(api, words, { filesStore: url });
    };
    const left = async () => (await Promise.all(names.map(isObject))).filter(Boolean).length;
    await admin('delete-person', 'nobody@example.com', '--yes');
    expect(said).not.toContain('did not delete');
    await admin('delete-person', 'gone@example.com', '--yes');
    expect(await left()).toBe(2);
    await admin('delete', 'image', path.split('/').at(-1)!);
    expect(await left()).toBe(1);
    await removeAt(api, Date.now() + 181 * 24 * HOUR_MS);
    expect(await left()).toBe(0);
    expect(await known()).toEqual([]);
    expect(said).not.toContain('did not delete');
  });

  test('export-person gives the CV, and what the posts of the account show', async () => {
    const email = `${randomUUID()}@example.com`;
    const cv = pdf(2_000);
    await apply(email, cv);
    const member = await memberOf(api, email);
    const urls: string[] = [];
    for (const [title, background] of [
      ['Shown', '#123456'],
      ['Hidden', '#654321'],
    ] as const) {
      const { url: src } = (await (await sendImage(background)).json()) as StoredImage;
      const content = `<p>Look:</p><img src="${src}" alt="A cloth">`;
      const { postId } = (await (await member.post(postCalls.posts, { title, content })).json()) as CreatedPost;
      if (title === 'Hidden') await runAdminCommand(api, ['hide', 'post', String(postId)]);
      urls.push(src);
    }
    await sendImage('#abcdef');

    const folder = join(api.place.dataDir, 'export');
    const said = await runAdminCommand(api, ['export-person', email, '--to', folder], { filesStore: url });
    expect(said).toMatch(/^images: 2$/m);
    const [name] = await readdir(join(folder, 'cvs'));
    expect((await readFile(join(folder, 'cvs', name!))).equals(cv)).toBe(true);
    const ids = urls.map((each) => each.split('/').at(-1)!);
    const images = await readdir(join(folder, 'images'));
    expect(images.toSorted()).toEqual(ids.map((id) => `${id}.webp`).toSorted());
    for (const id of ids) {
      const { storedAs } = await api.db
        .selectFrom('images')
        .select('storedAs')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const { bytes } = (await api.files.get(storedAs))!;
      expect((await readFile(join(folder, 'images', `${id}.webp`))).equals(bytes)).toBe(true);
    }
    await api.db.deleteFrom('posts').execute();
    await api.db.deleteFrom('hiddenPosts').execute();
  });

  test('while the storage is away a person is deleted anyway, and the object when it is back', async () => {
    await apply('away@example.com');
    const [name] = await named();
    proxy.set('status 500', 'DELETE');
    const said = await runAdminCommand(api, ['delete-person', 'away@example.com', '--yes'], { filesStore: url });
    expect(said).toContain('Object storage did not delete the CVs.');
    expect([await count('applications'), await isObject(name!)]).toEqual([0, true]);
    proxy.set('none');
    await removeAt(api, Date.now());
    expect(await isObject(name!)).toBe(false);
  });

  test('an object that the storage does not let go of keeps none of the others there', async () => {
    await apply('held@example.com');
    await apply('gone@example.com');
    const [held, other] = (await named()).toSorted() as [string, string];
    await api.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('outbox').execute();
      await tx.deleteFrom('applications').execute();
      await tx.deleteFrom('files').execute();
      await api.files.doom(tx, [held, other]);
    });
    proxy.set('quota', 'DELETE', held);
    await expect(sweepFiles(api.db, api.files, new Date(Date.now() + HOUR_MS).toISOString())).rejects.toThrow(held);
    expect([await isObject(held), await isObject(other)]).toEqual([true, false]);
    const remembered = await api.db.selectFrom('doomedFiles').select('name').execute();
    expect(remembered.map(({ name }) => name)).toEqual([held]);
  });

  test('an object that arrives after its file was deleted goes, too, for as long as a write may take', async () => {
    const name = `cvs/${randomUUID()}`;
    await api.files.put(name, pdf(), 'application/pdf');
    await api.files.delete(name);
    for (const _ of [1, 2]) {
      await inside.put(name, pdf(), { type: 'application/pdf', deadlineMs: 5_000 });
      await removeAt(api, Date.now());
      expect(await isObject(name)).toBe(false);
    }
    await removeAt(api, Date.now() + retentionTime('uploads') + HOUR_MS);
    expect(await api.db.selectFrom('doomedFiles').selectAll().execute()).toEqual([]);
  });

  test('of many deleted files, a stop waits for the object that is being deleted, and for no other', async () => {
    const names = Array.from({ length: 3 }, () => `cvs/${randomUUID()}`);
    for (const name of names) await api.files.put(name, pdf(), 'application/pdf');
    await api.db.transaction().execute((tx) => api.files.doom(tx, names));
    const stopping = new AbortController();
    class Stopping extends Bucket {
      override async delete(name: string): Promise<void> {
        stopping.abort();
        await super.delete(name);
      }
    }
    const files = new FileStore({ db: api.db, bucket: new Stopping(url, patience) });
    await removeAt({ ...api, files }, Date.now(), stopping);
    const left = await Promise.all(names.map(isObject));
    expect(left.filter(Boolean)).toHaveLength(2);
    await removeAt(api, Date.now());
    expect(await Promise.all(names.map(isObject))).toEqual([false, false, false]);
  });

  describe('what no row names', () => {
    const old = '2020-01-01T00:00:00.000Z';
    const aged = async () => {
      const name = `cvs/${randomUUID()}`;
      await api.files.put(name, pdf(), 'application/pdf');
      await api.db.updateTable('storedFiles').set({ writtenAt: old }).where('name', '=', name).execute();
      return name;
    };
    const collect = () => collectFiles(api.db, api.files, { before: new Date().toISOString() });
    const row = (storedAs: string) => ({
      id: randomUUID(),
      name: 'cv.pdf',
      mediaType: 'application/pdf',
      size: 1,
      storedAs,
      createdAt: old,
    });

    test('is collected after the time that an upload may take, and not before', async () => {
      const [young, name] = [`cvs/${randomUUID()}`, await aged()];
      await api.files.put(young, pdf(), 'application/pdf');
      await removeAt(api, Date.now());
      expect([await isObject(name), await isObject(young)]).toEqual([false, true]);
    });

    test('stays if a row that is being written names it, however old it is', async () => {
      const name = await aged();
      const other = openFiles(api.db, url);
      let collecting: Promise<number> | undefined;
      await api.db.transaction().execute(async (tx) => {
        await api.files.claim(tx, name);
        // Another instance collects before this one has committed. SQLite makes it wait for the end.
        collecting = collectFiles(api.db, other, { before: new Date().toISOString() });
        await delay(300);
        await tx.insertInto('files').values(row(name)).execute();
      });
      expect(await collecting).toBe(0);
      await other.sweep();
      expect((await api.files.get(name))?.bytes.equals(pdf())).toBe(true);
    });

    test('is not named any more once it was collected: the visitor is asked to try again', async () => {
      const name = await aged();
      expect(await collect()).toBe(1);
      await expect(api.db.transaction().execute((tx) => api.files.claim(tx, name))).rejects.toMatchObject({
        status: 503,
      });
      await expect(api.db.insertInto('files').values(row(name)).execute()).rejects.toThrow(/foreign key/i);
    });

    test('and three instances that collect while applications arrive lose nothing', async () => {
      const arriving = new AbortController();
      const collecting = [1, 2, 3].map(async () => {
        while (!arriving.signal.aborted) {
          // No grace at all: only the rows protect what is arriving.
          await collectFiles(api.db, api.files, { before: '9999' });
          await api.files.sweep();
          await delay(1);
        }
      });
      const answers = await Promise.all(Array.from({ length: 20 }, () => apply()));
      arriving.abort();
      await Promise.all(collecting);
      await api.files.sweep();
      const accepted = answers.filter(({ status }) => status === 201).length;
      expect(answers.every(({ status }) => status === 201 || status === 503)).toBe(true);
      const names = await named();
      expect(names).toHaveLength(accepted);
      for (const name of names) expect(await isObject(name)).toBe(true);
      expect(await count('applications')).toBe(accepted);
    });
  });

  describe('moving files', () => {
    let before: TestApi;
    beforeAll(async () => {
      before = await startApi(kind, {}, { beside: api });
    });
    afterAll(() => before.close());
    const applyBefore = () =>
      before.fetch(applicationCall, {
        method: 'POST',
        body: applicationForm({ email: `${randomUUID()}@example.com` }, { bytes: pdf() }),
      });
    const places = async () =>
      (await api.db.selectFrom('storedFiles').select('place').orderBy('place').execute()).map(({ place }) => place);

    test('moves what is in the database while it is being read', async () => {
      await applyBefore();
      const sent = await before.fetch(postCalls.images, { method: 'POST', body: await image('#0a0b0c') });
      const { url: path } = (await sent.json()) as StoredImage;
      expect(await places()).toEqual(['database', 'database']);
      expect((await api.fetch(path)).status, 'before it was moved').toBe(200);
      expect(await runAdminCommand(api, ['move-files'], { filesStore: url })).toMatch(/^2 files moved, \d+ bytes/);
      expect(await places()).toEqual(['bucket', 'bucket']);
      expect(await api.db.selectFrom('fileContents').selectAll().execute()).toEqual([]);
      expect((await api.fetch(path)).status).toBe(200);
      expect(await moveFiles(api.db, new Bucket(url, patience))).toEqual({ files: 0, bytes: 0 });
    });

    test('goes on where it was cut short, and takes nothing out of the database that has not arrived', async () => {
      for (let n = 0; n < 3; n += 1) await applyBefore();
      const bucket = new Bucket(url, patience);
      await expect(moveFiles(api.db, bucket, () => proxy.set('lost answer', 'PUT'))).rejects.toMatchObject({
        name: 'FileStoreError',
      });
      expect(await places()).toEqual(['bucket', 'database', 'moving']);
      for (const name of await named()) expect((await api.files.get(name))?.bytes.equals(pdf())).toBe(true);
      proxy.set('none');
      Object.assign(patience, PATIENCE);
      expect((await moveFiles(api.db, bucket)).files).toBe(2);
      expect(await places()).toEqual(['bucket', 'bucket', 'bucket']);
    });

    test('a file that is deleted in the middle is gone from both', async () => {
      await applyBefore();
      const [name] = await named();
      proxy.set('lost answer', 'PUT');
      await expect(moveFiles(api.db, new Bucket(url, patience))).rejects.toThrow();
      proxy.set('none');
      Object.assign(patience, PATIENCE);
      expect(await isObject(name!)).toBe(true);
      await removeAt(api, Date.now() + 181 * 24 * HOUR_MS);
      expect(await isObject(name!)).toBe(false);
    });

    /** A database that lets `meanwhile` run once the first file has been found. */
    const interrupted = (meanwhile: () => Promise<unknown>): Db => {
      let isDone = false;
      return api.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          if (!isDone) {
            isDone = true;
            await meanwhile();
          }
          return result;
        },
      });
    };

    test.each([
      ['there', moveFiles, 'bucket', applyBefore],
      ['back', moveFilesBack, 'database', apply],
    ] as const)('two commands at once that move %s lose nothing', async (_way, move, place, arrive) => {
      await arrive();
      const bucket = new Bucket(url, patience);
      const found = interrupted(() => move(api.db, bucket));
      expect(await move(found, bucket)).toEqual({ files: 0, bytes: 0 });
      expect(await places()).toEqual([place]);
      const [name] = await named();
      expect((await api.files.get(name!))?.bytes.equals(pdf())).toBe(true);
    });

    test('a file that arrives as another one stays in the database', async () => {
      await applyBefore();
      const [name] = await named();
      const bucket = new Bucket(url, patience);
      vi.spyOn(bucket, 'get').mockResolvedValue(Buffer.from('something else'));
      await expect(moveFiles(api.db, bucket)).rejects.toThrow(/did not arrive/);
      expect((await api.files.get(name!))?.bytes.equals(pdf())).toBe(true);
    });

    describe('and back', () => {
      const move = (...args: string[]) => runAdminCommand(api, ['move-files', ...args], { filesStore: url });

      test('moves what is in object storage into the database while it is being read', async () => {
        await apply();
        const { url: path } = (await (await sendImage('#0c0b0a')).json()) as StoredImage;
        const names = await named();
        expect(await places()).toEqual(['bucket', 'bucket']);
        expect(await move('--back')).toMatch(/^2 files moved, \d+ bytes/);
        expect(await places()).toEqual(['database', 'database']);
        expect(await Promise.all(names.map(isObject))).toEqual([false, false]);
        for (const reader of [api, before]) expect((await reader.fetch(path)).status).toBe(200);
        expect(await move('--back')).toMatch(/^0 files/);
        expect(await move()).toMatch(/^2 files/);
        expect(await places()).toEqual(['bucket', 'bucket']);
      });

      test('goes on where it was cut short, and deletes no object that is not in the database', async () => {
        for (let n = 0; n < 3; n += 1) await apply();
        const bucket = new Bucket(url, patience);
        await expect(moveFilesBack(api.db, bucket, () => proxy.set('status 500', 'DELETE'))).rejects.toMatchObject({
          name: 'FileStoreError',
        });
        expect(await places()).toEqual(['bucket', 'database', 'moving']);
        for (const name of await named()) expect((await api.files.get(name))?.bytes.equals(pdf())).toBe(true);
        proxy.set('none');
        expect((await moveFilesBack(api.db, bucket)).files).toBe(2);
        expect(await places()).toEqual(['database', 'database', 'database']);
      });

      test('a file that is deleted in the middle is gone from both', async () => {
        await apply();
        const [name] = await named();
        proxy.set('status 500', 'DELETE');
        await expect(moveFilesBack(api.db, new Bucket(url, patience))).rejects.toThrow();
        proxy.set('none');
        await removeAt(api, Date.now() + 181 * 24 * HOUR_MS);
        expect(await isObject(name!)).toBe(false);
        expect(await api.db.selectFrom('fileContents').selectAll().execute()).toEqual([]);
      });

      test('deletes what is left there of deleted files, since an API without object storage cannot', async () => {
        await apply();
        const [name] = await named();
        for (const table of ['applications', 'files'] as const) await api.db.deleteFrom(table).execute();
        await api.db.transaction().execute((tx) => api.files.doom(tx, [name!]));
        expect(await isObject(name!)).toBe(true);
        expect(await move('--back')).toMatch(/^0 files moved, .+\nDeleted there within the last hour: 1 file\. Run/);
        expect(await isObject(name!)).toBe(false);
        const doomedAt = new Date(Date.now() - 2 * HOUR_MS).toISOString();
        await api.db.updateTable('doomedFiles').set({ doomedAt }).execute();
        expect(await move('--back')).toMatch(/^0 files moved, [^\n]+\n$/);
        expect(await api.db.selectFrom('doomedFiles').selectAll().execute()).toEqual([]);
      });

      test('a file that is damaged or missing there stays, is reported, and keeps none of the others', async () => {
        await apply();
        await apply();
        const [name] = (await named()).toSorted();
        const bucket = new Bucket(url, patience);
        const get = bucket.get.bind(bucket);
        for (const [bytes, said] of [
          [Buffer.from('something else'), /All other files are moved\..*is damaged/s],
          [undefined, /is missing/],
        ] as const) {
          vi.spyOn(bucket, 'get').mockImplementation(async (each) => (each === name ? bytes : await get(each)));
          await expect(moveFilesBack(api.db, bucket)).rejects.toThrow(said);
        }
        expect((await places()).toSorted()).toEqual(['bucket', 'database']);
        expect((await api.files.get(name!))?.bytes.equals(pdf())).toBe(true);
      });
    });
  });
});

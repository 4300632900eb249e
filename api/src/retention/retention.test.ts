/** Everything in the table of what is kept goes when its time is over, and not before. */
import { randomUUID } from 'node:crypto';
import { access, mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { sql } from 'kysely';
import { applicationCall } from 'shared/contracts/careers';
import { contactCall } from 'shared/contracts/contact';
import { IDEMPOTENCY_HEADER } from 'shared/contracts/idempotency';
import { moderationCalls } from 'shared/contracts/moderation';
import { newsletterCalls } from 'shared/contracts/newsletter';
import { accountCalls } from 'shared/contracts/account';
import { type RetainedKind, retention, retentionTime } from 'shared/rules/retention';
import { HOUR_MS } from 'shared/rules/time';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { countAttempt, countWithin } from '../database/attempts.ts';
import { migrationsFor } from '../database/migrations/list.ts';
import { migrate, migrateAnyway } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { clearSearchIndex } from '../database/traces.ts';
import type { Schema } from '../database/schema.ts';
import { ISSUE_TOPIC } from '../mail/outbox.ts';
import { fillingTokens } from '../mail/mailed-token.ts';
import { postsEditedSinceMail } from '../features/posts/moderation/hide-links.ts';
import { reportedPosts } from '../features/posts/moderation/report-repository.ts';
import { forgetPost, indexPosts } from '../features/posts/search/search-index.ts';
import { mailFileName } from '../mail/files.ts';
import { fileTransport } from '../mail/transport.ts';
import { startOutboxWorker } from '../mail/outbox-worker.ts';
import { startHousekeeping } from './housekeeping.ts';
import { endOverlongWaits } from './overlong-waits.ts';
import { removeOutlived } from './retention.ts';
import { json, SECRET, startApi, type TestApi } from '../../test/support/api.ts';
import { applicationForm } from '../../test/support/applications.ts';
import { filesWith } from '../../test/support/bytes.ts';
import { goodMessage } from '../../test/support/contact.ts';
import { beginBeside, databaseKinds, makeMigratedPlace, makePlace } from '../../test/support/database.ts';
import { eventLog } from '../../test/support/log.ts';
import { tablesReadThrough } from '../../test/support/plans.ts';
import { removeAt } from '../../test/support/retention.ts';
import { memberOf, registrationOf, visit } from '../../test/support/visitor.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(databaseKinds)('what is kept on %s', (kind) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(kind);
  });
  afterAll(() => api.close());

  const count = async (table: keyof Schema, column: string, value: string) => {
    const row = await api.db
      .selectFrom(table)
      .select((select) => select.fn.countAll().as('n'))
      .where(api.db.dynamic.ref(column), '=', value)
      .executeTakeFirstOrThrow();
    return Number(row.n);
  };
  const idOf = async (response: Promise<Response>) => ((await (await response).json()) as { id: string }).id;
  const newEmail = () => `${randomUUID()}@example.com`;
  const iso = (time: number) => new Date(time).toISOString();
  const subscriberOf = (email: string) =>
    api.db.selectFrom('subscribers').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
  const sendAll = async () => {
    const log = eventLog();
    const pending = await api.db.selectFrom('outbox').select('id').where('state', '=', 'pending').execute();
    const worker = startOutboxWorker({
      ...api,
      transport: fillingTokens(fileTransport(join(api.place.dataDir, 'mail'), 'site@site.test'), SECRET),
      log,
    });
    await log.seen('mail sent', pending.length);
    await worker.stop();
  };
  const isFile = (path: string) =>
    access(path).then(
      () => true,
      () => false,
    );

  /** Stores something, by the real call where there is one. @returns a function that counts what is left of it */
  const put: Record<RetainedKind, () => Promise<() => Promise<number>>> = {
    messages: async () => {
      const id = await idOf(api.fetch(contactCall, json(goodMessage)));
      return () => count('contactMessages', 'id', id);
    },
    applications: async () => {
      const id = await idOf(
        api.fetch(applicationCall, { method: 'POST', body: applicationForm({ email: newEmail() }) }),
      );
      const { cvId, storedAs } = await api.db
        .selectFrom('applications')
        .innerJoin('files', 'files.id', 'cvId')
        .select(['cvId', 'storedAs'])
        .where('applications.id', '=', id)
        .executeTakeFirstOrThrow();
      return async () => {
        const applications = await count('applications', 'id', id);
        expect(await count('files', 'id', cvId), 'the CV goes with its application').toBe(applications);
        expect(await count('fileContents', 'name', storedAs), 'and so do its bytes').toBe(applications);
        return applications;
      };
    },
    unconfirmedSubscriptions: async () => {
      const email = newEmail();
      await api.fetch(newsletterCalls.subscribe, json({ email }));
      return () => count('subscribers', 'email', email);
    },
    endedSubscriptions: async () => {
      const email = newEmail();
      await api.fetch(newsletterCalls.subscribe, json({ email }));
      const { id } = await subscriberOf(email);
      await api.db
        .updateTable('subscribers')
        .set({ state: 'unsubscribed', unsubscribedAt: iso(Date.now()), askedAt: iso(Date.now() - 1) })
        .where('id', '=', id)
        .execute();
      return () => count('subscribers', 'id', id);
    },
    registrations: async () => {
      const email = newEmail();
      await visit(api).post(accountCalls.register, registrationOf(email));
      const holding = async () => {
        const tables = await api.db.introspection.getTables();
        const numbers = await Promise.all(
          tables
            .filter(({ columns }) => columns.some(({ name }) => name === 'email'))
            .map(({ name }) => count(name as keyof Schema, 'email', email)),
        );
        return numbers.reduce((sum, n) => sum + n, 0);
      };
      return holding;
    },
    sessions: async () => {
      const email = newEmail();
      await memberOf(api, email);
      const { id } = await api.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
      return () => count('sessions', 'userId', id);
    },
    signIns: async () => {
      const [id, now] = [randomUUID(), iso(Date.now())];
      await api.db
        .insertInto('providerStates')
        .values({ id, identifier: id, value: '{}', expiresAt: now, createdAt: now, updatedAt: now })
        .execute();
      return () => count('providerStates', 'id', id);
    },
    attempts: async () => {
      const before = new Set((await api.db.selectFrom('attempts').select('key').execute()).map(({ key }) => key));
      await visit(api).post(accountCalls.login, { email: newEmail(), password: 'some password' });
      const { key } = (await api.db.selectFrom('attempts').select('key').execute()).find(
        (row) => !before.has(row.key),
      )!;
      return () => count('attempts', 'key', key);
    },
    submissions: async () => {
      const key = randomUUID();
      await api.fetch(contactCall, json(goodMessage, { [IDEMPOTENCY_HEADER]: key }));
      return () => count('idempotencyKeys', 'key', `contact:${key}`);
    },
    sentMails: async () => {
      const id = await idOf(api.fetch(contactCall, json(goodMessage)));
      await sendAll();
      return () => count('outbox', 'topicId', id);
    },
    deadLetters: async () => {
      const id = await idOf(api.fetch(contactCall, json(goodMessage)));
      await api.db
        .updateTable('outbox')
        .set({ state: 'dead', finishedAt: iso(Date.now()) })
        .where('topicId', '=', id)
        .execute();
      return () => count('outbox', 'topicId', id);
    },
    mailFiles: async () => {
      const id = await idOf(api.fetch(contactCall, json(goodMessage)));
      const mail = await api.db.selectFrom('outbox').selectAll().where('topicId', '=', id).executeTakeFirstOrThrow();
      await sendAll();
      return async () => Number(await isFile(join(api.place.dataDir, 'mail', mailFileName(mail))));
    },
    reports: async () => {
      await api.fetch(moderationCalls.reports(1), json({ reason: 'spam' }));
      return () => count('postReports', 'postId', '1');
    },
    images: async () => {
      const id = randomUUID();
      await api.files.put(id, Buffer.from('x'), 'image/webp');
      await api.db
        .insertInto('images')
        .values({ id, storedAs: id, width: 1, height: 1, createdAt: iso(Date.now()), hiddenAt: null })
        .execute();
      return async () => {
        const [images, files] = [await count('images', 'id', id), await count('storedFiles', 'name', id)];
        expect(files, 'the file goes with its image').toBe(images);
        return images;
      };
    },
    uploads: async () => {
      const path = join(api.place.dataDir, 'uploads', randomUUID());
      await mkdir(join(api.place.dataDir, 'uploads'), { recursive: true });
      await writeFile(path, 'half a CV');
      await utimes(path, new Date(), new Date());
      return async () => Number(await isFile(path));
    },
  };

  test.runIf(kind === 'postgres').each([
    ['asked for again', { askedAt: iso(Date.now()) }],
    ['confirmed', { state: 'confirmed' as const }],
  ])('a subscription that is %s at the moment of housekeeping stays', async (_how, changes) => {
    const email = newEmail();
    await api.fetch(newsletterCalls.subscribe, json({ email }));
    const askedAt = iso(Date.now() - 40 * DAY_MS);
    await api.db.updateTable('subscribers').set({ askedAt }).where('email', '=', email).execute();
    const other = await beginBeside(api.db);
    await other.updateTable('subscribers').set(changes).where('email', '=', email).execute();
    await removeAt(api, Date.now());
    await other.commit().execute();
    expect(await count('subscribers', 'email', email)).toBe(1);
  });

  test.runIf(kind === 'postgres')('housekeeping does not wait for what is being counted, nor delete it', async () => {
    const limits = ['visitor', 'address'].map((of) => ({ of, max: 10, within: DAY_MS }));
    const longAgo = Date.now() - 2 * DAY_MS;
    await countAttempt(api.db, limits, longAgo);
    const other = await beginBeside(api.db);
    const now = Date.now();
    await countWithin(other, limits.slice(0, 1), now);
    await removeAt(api, now);
    await other.commit().execute();
    expect(await count('attempts', 'lastAt', iso(longAgo))).toBe(0);
    expect(await count('attempts', 'lastAt', iso(now))).toBe(1);
  });

  test.each(Object.keys(retention) as RetainedKind[])('%s', async (name) => {
    const left = await put[name]();
    const margin = Math.min(DAY_MS, retentionTime(name) / 10);
    const time = Date.now();
    expect(await left()).toBeGreaterThan(0);
    await removeAt(api, time + retentionTime(name) - margin);
    expect(await left(), 'a day before').toBeGreaterThan(0);
    await removeAt(api, time + retentionTime(name) + margin);
    expect(await left(), 'a day after').toBe(0);
  });

  test('more than fits into one batch goes in one round, and what is younger stays', async () => {
    const createdAt = iso(Date.now() - retentionTime('messages') - DAY_MS);
    const message = { fullName: 'x', email: 'old@example.com', phone: '1', subject: 'x', message: 'x' };
    await api.db
      .insertInto('contactMessages')
      .values(Array.from({ length: 450 }, () => ({ ...message, id: randomUUID(), createdAt })))
      .execute();
    const young = await idOf(api.fetch(contactCall, json(goodMessage)));
    await removeAt(api, Date.now());
    expect(await count('contactMessages', 'email', 'old@example.com')).toBe(0);
    expect(await count('contactMessages', 'id', young)).toBe(1);
  });

  test('so do applications, with mails about them that could not be sent', async () => {
    const store = async (createdAt: string) => {
      const id = randomUUID();
      await api.files.put(id, Buffer.from('%PDF'), 'application/pdf');
      const file = { id, name: 'cv.pdf', mediaType: 'application/pdf', size: 4, storedAs: id, createdAt };
      await api.db.insertInto('files').values(file).execute();
      const person = { firstName: 'x', lastName: 'x', email: newEmail(), phone: '1', linkedin: '', about: '' };
      await api.db
        .insertInto('applications')
        .values({ ...person, id, role: 'x', cvId: id, createdAt })
        .execute();
      const topicId = await idOf(api.fetch(contactCall, json(goodMessage)));
      const refused = { state: 'dead' as const, topicId: id, finishedAt: iso(Date.now()) };
      await api.db.updateTable('outbox').set(refused).where('topicId', '=', topicId).execute();
      return id;
    };
    const old = iso(Date.now() - retentionTime('applications') - DAY_MS);
    const gone = await Promise.all(Array.from({ length: 6 }, () => store(old)));
    const young = await store(iso(Date.now()));
    await removeAt(api, Date.now());
    const left = async (table: 'applications' | 'outbox', column: string) => {
      const rows = await api.db
        .selectFrom(table)
        .select(api.db.dynamic.ref<string>(column))
        .where(api.db.dynamic.ref(column), 'in', [...gone, young])
        .execute();
      return rows.map((row) => Object.values(row)[0]);
    };
    expect(await left('applications', 'id')).toEqual([young]);
    expect(await left('outbox', 'topicId')).toEqual([young]);
  });

  test.runIf(kind === 'sqlite')('looks through no table of many rows from one end to the other', async () => {
    await put.applications();
    const round = async () => {
      await removeAt(api, Date.now() + retentionTime('applications') + DAY_MS);
      await endOverlongWaits(api.db);
      await reportedPosts(api.db);
      await postsEditedSinceMail(api.db, Date.now() - DAY_MS);
    };
    expect(await tablesReadThrough(api.db, round)).toEqual([]);
  });

  test.runIf(kind === 'sqlite')('of subscribers who got many issues, few go at a time: nobody waits long', async () => {
    const time = iso(Date.now() - retentionTime('endedSubscriptions') - DAY_MS);
    const ended = { email: '', state: 'unsubscribed', askedAt: time, unsubscribedAt: time } as const;
    const ids = Array.from({ length: 12 }, () => randomUUID());
    await api.db
      .insertInto('subscribers')
      .values(ids.map((id) => ({ ...ended, id, emailKey: `sealed ${id}` })))
      .execute();
    const deleted: number[] = [];
    const run = StatementSync.prototype.run as (...values: unknown[]) => { changes: number };
    using _ = vi.spyOn(StatementSync.prototype, 'run').mockImplementation(function note(
      this: StatementSync,
      ...values: unknown[]
    ) {
      const result = run.apply(this, values);
      if (/^\s*delete from "subscribers"/.test(this.sourceSQL)) deleted.push(result.changes);
      return result as never;
    });
    await removeAt(api, Date.now());
    expect(deleted.reduce((sum, rows) => sum + rows, 0)).toBe(12);
    expect(Math.max(...deleted)).toBeLessThanOrEqual(5);
  });

  test('images and files that are not needed are found among many that are', async () => {
    const old = iso(Date.now() - 2 * DAY_MS);
    // Every file but some has an image, and every image but some is in a post.
    const files = Array.from({ length: 620 }, (_, n) => ({ name: `images/${randomUUID()}`, n }));
    const images = files.filter(({ n }) => n % 100 !== 50);
    const used = images.filter(({ n }) => n % 100 !== 0);
    const facts = { mediaType: 'image/webp', size: 1, sha256: 'x', place: 'database' as const, writtenAt: old };
    await api.db
      .insertInto('storedFiles')
      .values(files.map(({ name }) => ({ ...facts, name })))
      .execute();
    const size = { width: 1, height: 1, createdAt: old, hiddenAt: null };
    await api.db
      .insertInto('images')
      .values(images.map(({ name }) => ({ ...size, id: name, storedAs: name })))
      .execute();
    await api.db
      .insertInto('postImages')
      .values(used.map(({ name }) => ({ imageId: name, postId: 1 })))
      .execute();
    await removeAt(api, Date.now());
    const left = await api.db.selectFrom('storedFiles').select('name').where('writtenAt', '=', old).execute();
    expect(left.map(({ name }) => name).toSorted()).toEqual(used.map(({ name }) => name).toSorted());
  });

  test('a folder of uploads that cannot be read is not empty, and keeps no files of the store there', async () => {
    const uploads = join(api.place.dataDir, 'not-a-folder');
    await writeFile(uploads, '');
    const name = randomUUID();
    await api.files.put(name, Buffer.from('%PDF'), 'application/pdf');
    const failures: string[] = [];
    await removeOutlived(
      { ...api, secret: SECRET, uploads, mails: join(api.place.dataDir, 'mail') },
      {
        time: Date.now() + retentionTime('uploads') + HOUR_MS,
        signal: new AbortController().signal,
        onFailure: (kind, error) => failures.push(`${kind}: ${String(error)}`),
      },
    );
    expect(failures).toEqual([expect.stringMatching(/^uploads: .*ENOTDIR/)]);
    expect(await count('storedFiles', 'name', name)).toBe(0);
  });

  test('what another program keeps in a folder of that name stays', async () => {
    const uploads = join(api.place.dataDir, 'uploads');
    const [photo, album] = [join(uploads, 'photo.jpg'), join(uploads, '2024')];
    await mkdir(album, { recursive: true });
    await writeFile(photo, 'of somebody');
    for (const path of [photo, album]) await utimes(path, 1, 1);
    await removeAt(api, Date.now());
    expect([await isFile(photo), await isFile(album)]).toEqual([true, true]);
  });

  test('a mail from while the clock was ahead does not wait that long; others and issues do', async () => {
    const ahead = iso(Date.now() + 365 * DAY_MS);
    const mails = [
      { topic: 'contact', attempts: 0, nextAttemptAt: ahead },
      { topic: 'contact', attempts: 9, nextAttemptAt: iso(Date.now() + HOUR_MS) },
      { topic: ISSUE_TOPIC, attempts: 0, nextAttemptAt: ahead },
      { topic: ISSUE_TOPIC, attempts: 1, nextAttemptAt: ahead },
    ];
    const written = await Promise.all(
      mails.map(async (mail) => {
        const topicId = await idOf(api.fetch(contactCall, json(goodMessage)));
        const late = { ...mail, createdAt: ahead };
        await api.db.updateTable('outbox').set(late).where('topicId', '=', topicId).execute();
        return topicId;
      }),
    );
    const { db, files, place } = api;
    const folders = { uploads: join(place.dataDir, 'uploads'), mails: join(place.dataDir, 'mail') };
    const log = eventLog();
    const mailWaiting = vi.fn(async () => {});
    await startHousekeeping({ db, files, secret: SECRET, ...folders, mailWaiting, log }).stop();
    expect(mailWaiting, 'and what came too soon after another mail is written').toHaveBeenCalledOnce();
    const rows = await db
      .selectFrom('outbox')
      .select(['topicId', 'nextAttemptAt'])
      .where('topicId', 'in', written)
      .execute();
    const isDue = (topicId: string) => rows.find((row) => row.topicId === topicId)!.nextAttemptAt <= iso(Date.now());
    expect(written.map(isDue)).toEqual([true, false, false, true]);
    await db.deleteFrom('outbox').where('topicId', 'in', written).execute();
  });

  test.runIf(kind === 'postgres')(
    'a clock that is years ahead deletes nothing young, and the log says so',
    async () => {
      const { db, files, place } = api;
      const young = await Promise.all([put.messages(), put.applications(), put.sessions()]);
      const folders = { uploads: join(place.dataDir, 'uploads'), mails: join(place.dataDir, 'mail') };
      const warned: object[] = [];
      const log = { warn: (facts: object, text: string) => void warned.push({ ...facts, text }) };
      const options = { db, files, secret: SECRET, ...folders, mailWaiting: async () => {}, log };
      /** One round: reports go after what is young. */
      const keepHouse = async () => {
        await db.deleteFrom('postReports').execute();
        await api.fetch(moderationCalls.reports(1), json({ reason: 'spam' }));
        await db
          .updateTable('postReports')
          .set({ createdAt: iso(0) })
          .execute();
        const housekeeping = startHousekeeping(options);
        await expect.poll(() => count('postReports', 'postId', '1')).toBe(0);
        await housekeeping.stop();
      };
      const years = 3 * 365 * DAY_MS;
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + years });
      await keepHouse().finally(() => vi.useRealTimers());
      expect(await Promise.all(young.map((left) => left()))).toEqual([1, 1, 1]);
      const aheadS = expect.closeTo(years / 1000, -2);
      expect(warned).toEqual([{ aheadS, text: "this machine's clock is not the database's" }]);
      await keepHouse();
      expect(warned, 'a clock that is right').toHaveLength(1);
    },
  );

  test('a sent mail tells nothing about anybody', async () => {
    const email = newEmail();
    const id = await idOf(
      api.fetch(applicationCall, { method: 'POST', body: applicationForm({ email, firstName: 'Unmistakable' }) }),
    );
    await sendAll();
    const mails = await api.db.selectFrom('outbox').selectAll().where('topicId', '=', id).execute();
    expect(mails).toHaveLength(2);
    for (const mail of mails)
      expect(mail).toMatchObject({
        state: 'sent',
        recipient: '',
        replyTo: null,
        subject: '',
        text: '',
        attachmentId: null,
      });
    expect(JSON.stringify(mails)).not.toMatch(new RegExp(`${email}|Unmistakable|careers@site.test`));
  });

  test('mails that were sent before this was so are emptied when the database is migrated', async () => {
    const place = await makePlace(kind);
    const db = openDatabase(place);
    await migrateAnyway(db, '025-resent-mails');
    const mail = (state: 'sent' | 'pending') => ({
      id: state,
      topic: 'contact',
      topicId: 'x',
      messageId: state,
      recipient: 'ada@example.com',
      replyTo: 'obi@example.com',
      subject: 'Hello',
      text: '',
      state,
      lastError: state === 'sent' ? null : '450 ada@example.com is busy',
      nextAttemptAt: iso(0),
      createdAt: iso(0),
      attempts: 1,
    });
    await db
      .insertInto('outbox')
      .values([mail('sent'), mail('pending')])
      .execute();
    await migrate(db);
    const rows = await db
      .selectFrom('outbox')
      .select(['recipient', 'replyTo', 'subject', 'lastError'])
      .orderBy('state')
      .execute();
    await db.destroy();
    await place.remove();
    expect(rows).toEqual([
      { recipient: 'ada@example.com', replyTo: 'obi@example.com', subject: 'Hello', lastError: '450 <…> is busy' },
      { recipient: '', replyTo: null, subject: '', lastError: null },
    ]);
  });
});

test('what an older version deleted leaves the file of the embedded database when it is migrated', async () => {
  const place = await makePlace('sqlite');
  const old = new DatabaseSync(join(place.dataDir, 'site.db'));
  old.exec('pragma journal_mode = wal');
  old.close();
  const db = openDatabase(place);
  await migrateAnyway(db, '025-resent-mails');
  await sql`pragma secure_delete = off`.execute(db);
  const post = { title: 'Zebrafinch', content: 'unmistakable', excerpt: '', author: null, createdAt: '' };
  const { id } = await db.insertInto('posts').values(post).returning('id').executeTakeFirstOrThrow();
  await indexPosts(db, [{ id, words: ['unmistakable'] }]);
  await forgetPost(db, id);
  await db.deleteFrom('posts').where('id', '=', id).execute();
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
  expect(await filesWith(place.dataDir, 'mistakable')).toHaveLength(1);
  const all = Object.keys(migrationsFor('sqlite'));
  expect(await migrate(db)).toEqual(all.slice(all.indexOf('025-resent-mails') + 1));
  expect(await filesWith(place.dataDir, 'mistakable')).toEqual([]);
  await db.destroy();
  await place.remove();
});

test('the full-text index is written again when words of it were deleted, and not for a new post', async () => {
  const place = await makeMigratedPlace('sqlite');
  const db = openDatabase(place);
  for (const id of [1_000, 1_001]) await indexPosts(db, [{ id, words: ['zebrafinch', `w${id}`] }]);
  const parts = async () => {
    const { rows } = await sql`select distinct segid from post_search_idx`.execute(db);
    return rows.length;
  };
  const before = await parts();
  expect(before).toBeGreaterThan(1);
  await clearSearchIndex(db);
  expect(await parts()).toBe(before);
  await forgetPost(db, 1_000);
  await clearSearchIndex(db, AbortSignal.abort());
  expect(await parts(), 'a stop does not wait for it').toBe(before);
  await clearSearchIndex(db);
  expect(await parts()).toBe(1);
  await db.destroy();
  await place.remove();
});

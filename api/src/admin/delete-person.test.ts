/** A person who asks to be forgotten is forgotten: nothing is left in any table or in any byte of a file. */
import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { accountCalls } from 'shared/contracts/account';
import { applicationCall } from 'shared/contracts/careers';
import { contactCall } from 'shared/contracts/contact';
import { IDEMPOTENCY_HEADER } from 'shared/contracts/idempotency';
import { newsletterCalls, withToken } from 'shared/contracts/newsletter';
import { postCalls } from 'shared/contracts/posts';
import { referralCalls } from 'shared/contracts/referrals';
import { referenceOf } from 'shared/rules/reference';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findIssue } from '../features/newsletter/issue-repository.ts';
import { ISSUE_TOPIC } from '../mail/outbox.ts';
import { draftIssue, sendIssue } from '../features/newsletter/issues.ts';
import { personKey } from '../mail/email-key.ts';
import { Mailer } from '../mail/mailer.ts';
import { fillingTokens } from '../mail/mailed-token.ts';
import { insertMail } from '../mail/outbox.ts';
import { recordPayment, type ReferralDependencies } from '../features/referrals/service.ts';
import { clearTraces } from '../database/traces.ts';
import { openDatabase } from '../database/open.ts';
import { startHousekeeping } from '../retention/housekeeping.ts';
import { fileTransport, type MailTransport } from '../mail/transport.ts';
import { startOutboxWorker } from '../mail/outbox-worker.ts';
import { runAdminCommand } from '../../test/support/admin.ts';
import { json, PUBLIC_URL, SECRET, startApi, type TestApi } from '../../test/support/api.ts';
import { applicationForm } from '../../test/support/applications.ts';
import { filesWith, tablesWith } from '../../test/support/bytes.ts';
import { goodMessage } from '../../test/support/contact.ts';
import { beginBeside, databaseKinds, lockAwaited } from '../../test/support/database.ts';
import { pdf } from '../../test/support/documents.ts';
import { eventLog } from '../../test/support/log.ts';
import { stepsOf } from '../../test/support/plans.ts';
import {
  confirmedVisitor,
  goodPassword,
  mailedLink,
  mailsTo,
  memberOf,
  registrationOf,
  visit,
} from '../../test/support/visitor.ts';

describe.each(databaseKinds)('being forgotten on %s', (kind) => {
  let api: TestApi;
  let mails: string;
  beforeEach(async () => {
    api = await startApi(kind);
    mails = join(api.place.dataDir, 'mail');
  });
  afterEach(() => api.close());

  const admin = async (...words: string[]): Promise<string> => {
    // A connection of its own, as a separate process has beside the one that serves.
    const db = openDatabase(api.place);
    const printed = await runAdminCommand(api, words, { database: async () => db });
    await db.destroy();
    return printed;
  };
  const send = async (transport: MailTransport = fileTransport(mails, 'site@site.test')) => {
    const log = eventLog();
    const pending = await api.db.selectFrom('outbox').select('id').where('state', '=', 'pending').execute();
    const worker = startOutboxWorker({ ...api, transport: fillingTokens(transport, SECRET), log });
    await log.seen('mail sent', pending.length);
    await worker.stop();
  };
  const keepHouse = () =>
    startHousekeeping({
      ...api,
      secret: SECRET,
      uploads: join(api.place.dataDir, 'uploads'),
      mails,
      mailWaiting: async () => {},
      log: eventLog(),
    }).stop();
  const places = async (words: string) => [
    ...(await tablesWith(api, words)),
    ...(await filesWith(api.place.dataDir, words)),
  ];

  /** Does everything that a visitor can do. */
  const live = async (marker: string, referralCode: string) => {
    const email = `${marker}@example.com`;
    const visitor = visit(api);
    await visitor.post(accountCalls.register, {
      ...registrationOf(email),
      username: `Ada ${marker}`,
      ref: referralCode,
    });
    await visitor.get(await mailedLink(api, email));
    await visitor.post(accountCalls.confirm);
    await visitor.post(accountCalls.login, { email, password: goodPassword }, { 'user-agent': `Browser ${marker}` });
    await visitor.post(referralCalls.link);
    await visitor.post(accountCalls.passkeyOptions);
    await visitor.post(accountCalls.forgotPassword, { email });
    const message = { ...goodMessage, email, fullName: marker, subject: marker, message: `It is me, ${marker}.` };
    await api.fetch(contactCall, json(message, { [IDEMPOTENCY_HEADER]: randomUUID() }));
    const cv = Buffer.from(pdf(9_000).toString('latin1').replace('x'.repeat(marker.length), marker), 'latin1');
    const application = applicationForm({ email, firstName: marker, lastName: marker, about: marker }, { bytes: cv });
    expect((await api.fetch(applicationCall, { method: 'POST', body: application })).status).toBe(201);
    await api.fetch(newsletterCalls.subscribe, json({ email }));
    const token = /token=([\w-]+)/.exec(
      (await mailsTo(api, email)).find(({ topic }) => topic === 'newsletter')!.text,
    )![1]!;
    expect((await api.fetch(newsletterCalls.confirm, json({ token }))).status).toBe(200);
    await admin('record-payment', '--email', email, '--amount', '5', '--currency', 'NGN');
    const { postId } = (await (
      await api.fetch(postCalls.posts, json({ title: 'Hello', author: marker, content: `<p>I am ${marker}.</p>` }))
    ).json()) as { postId: number };
    return { email, postId, visitor };
  };
  const referralCode = async () => {
    const referrer = await memberOf(api, `referrer.${randomUUID()}@example.com`);
    return ((await (await referrer.post(referralCalls.link)).json()) as { code: string }).code;
  };
  const newMarker = () => `zq${randomUUID().replaceAll('-', '')}`;

  test('delete-person and delete post leave nothing of them, sent or waiting, and everybody else', async () => {
    const [marker, other] = [newMarker(), newMarker()];
    const code = await referralCode();
    const { email, postId } = await live(marker, code);
    await live(other, code);
    await send();
    // One mail waits, one was given up.
    await api.fetch(contactCall, json({ ...goodMessage, email }));
    await api.fetch(contactCall, json({ ...goodMessage, email, message: 'again' }));
    const [waiting] = await api.db.selectFrom('outbox').select('id').where('state', '=', 'pending').execute();
    await api.db
      .updateTable('outbox')
      .set({ state: 'dead', finishedAt: new Date().toISOString(), lastError: '550 no' })
      .where('id', '=', waiting!.id)
      .execute();
    const before = await places(marker);
    expect(before).toEqual(
      expect.arrayContaining([
        'users',
        'sessions',
        'contact_messages',
        'applications',
        'file_contents',
        'subscribers',
        'posts',
        'outbox',
      ]),
    );
    const filesBefore = await readdir(mails);
    if (kind === 'sqlite') expect(before).toContain(join(api.place.dataDir, 'site.db-wal'));

    await admin('delete', 'post', String(postId));
    expect(await admin('delete-person', email.toUpperCase(), '--yes')).toMatch(/^mails kept as files: 7$/m);
    expect(await places(marker)).toEqual([]);
    expect(await places(Buffer.from(marker).toString('hex'))).toEqual([]);
    expect(filesBefore.length - (await readdir(mails)).length, 'one went with the post').toBe(8);
    expect(await places(other)).toEqual(
      expect.arrayContaining(['users', 'contact_messages', 'applications', 'file_contents', 'posts']),
    );
    expect(await places(PUBLIC_URL), 'the search finds what exists').not.toEqual([]);
  });

  test('one message or application goes without a trace when its sender asks, and everything else stays', async () => {
    const words = newMarker();
    const email = `${newMarker()}@example.com`;
    const member = await memberOf(api, email);
    const { id } = (await (
      await api.fetch(contactCall, json({ ...goodMessage, email, message: words }, { [IDEMPOTENCY_HEADER]: words }))
    ).json()) as { id: string };
    const cv = Buffer.from(pdf(9_000).toString('latin1').replace('x'.repeat(words.length), words), 'latin1');
    const apply = async () => {
      const body = applicationForm({ email, about: words }, { bytes: cv });
      return ((await (await api.fetch(applicationCall, { method: 'POST', body })).json()) as { id: string }).id;
    };
    const application = await apply();
    await send();
    const { postId } = (await (
      await member.post(postCalls.posts, { title: 'Hello', content: '<p>Stays.</p>' })
    ).json()) as { postId: number };
    expect(await places(words)).toEqual(expect.arrayContaining(['contact_messages', 'applications']));

    await expect(admin('delete', 'message', `post-${postId}`)).rejects.toThrow('There is no message');
    await expect(admin('delete', 'application', id)).rejects.toThrow('There is no application');
    expect(await admin('delete', 'message', id)).toBe('Done.\n');
    expect(await admin('delete', 'application', referenceOf(application).toLowerCase())).toBe('Done.\n');
    expect(await places(words)).toEqual([]);
    expect(await (await member.get(accountCalls.session)).json()).toMatchObject({ status: 'signed-in' });
    expect(await tablesWith(api, `post-${postId}`)).toEqual(['outbox']);
    expect(await apply(), 'the same again is a new one').not.toBe(application);
  });

  test('while a folder cannot be read nothing is exported or deleted; all of it is afterwards', async () => {
    const marker = newMarker();
    const { email, visitor } = await live(marker, await referralCode());
    const title = newMarker();
    const post = { title, author: '', content: '<p>Hello.</p>' };
    expect((await visitor.post(postCalls.posts, post)).status).toBe(201);
    await send();
    expect(await filesWith(mails, title), 'one to the company').toHaveLength(1);
    const stored = async () => ({ tables: await tablesWith(api, marker), files: await filesWith(mails, marker) });
    const before = await stored();

    await rename(mails, `${mails}.aside`);
    await writeFile(mails, '');
    const folder = join(api.place.dataDir, 'export');
    await expect(admin('export-person', email, '--to', folder)).rejects.toThrow('ENOTDIR');
    await expect(admin('delete-person', email, '--yes')).rejects.toThrow('ENOTDIR');
    await rm(mails);
    await rename(`${mails}.aside`, mails);
    const uploads = join(api.place.dataDir, 'uploads');
    await rename(uploads, `${uploads}.aside`);
    await writeFile(uploads, '');
    await expect(admin('delete-person', email, '--yes')).rejects.toThrow('ENOTDIR');
    await rm(uploads);
    expect(await stored()).toEqual(before);

    await admin('delete-person', email, '--yes');
    for (const each of [email, title])
      expect([await tablesWith(api, each), await filesWith(mails, each)]).toEqual([[], []]);
  });

  test('a post is deleted without a trace even if the folder of mails cannot be read, which is reported', async () => {
    const marker = newMarker();
    const { postId } = await live(marker, await referralCode());
    await send();
    await rm(mails, { recursive: true });
    await writeFile(mails, '');
    const said = await admin('delete', 'post', String(postId));
    expect(said).toMatch(/^Warning: mails .+ are left as files \(.*ENOTDIR.+\)\. .+ within 30 days\.\nDone\.\n$/);
    expect(await tablesWith(api, `I am ${marker}`)).toEqual([]);
    expect(await filesWith(api.place.dataDir, `I am ${marker}`)).toEqual([]);
  });

  test.runIf(kind === 'sqlite')(
    'a program that is reading is named, and housekeeping clears when it has ended',
    async () => {
      const marker = newMarker();
      const { email, postId } = await live(marker, await referralCode());
      await admin('delete', 'post', String(postId));
      const { postId: left } = await live(newMarker(), await referralCode());
      const { id } = (await (await api.fetch(contactCall, json(goodMessage))).json()) as { id: string };
      const image = { storedAs: 'images/abc', width: 1, height: 1, createdAt: '2026-01-01T00:00:00.000Z' };
      await api.files.put(image.storedAs, Buffer.from('x'), 'image/webp');
      await api.db
        .insertInto('images')
        .values({ id: 'abc', ...image, hiddenAt: null })
        .execute();
      const reader = new DatabaseSync(join(api.place.dataDir, 'site.db'), { readOnly: true });
      reader.exec('begin; select count(*) from users');
      reader.prepare('select count(*) as n from users').get();
      const said = await Promise.all([
        admin('delete-person', email, '--yes'),
        admin('delete', 'post', String(left)),
        admin('delete', 'message', id),
        admin('delete', 'image', 'abc'),
      ]);
      for (const each of said) expect(each).toMatch(/side file \(-wal\) still holds what was deleted/);
      expect(await tablesWith(api, marker)).toEqual([]);
      reader.close();
      await keepHouse();
      expect(await places(marker)).toEqual([]);
    },
  );

  test.runIf(kind === 'sqlite')('while a command waits for a program that reads, visitors can write', async () => {
    expect((await api.fetch(contactCall, json(goodMessage))).status).toBe(201);
    const reader = new DatabaseSync(join(api.place.dataDir, 'site.db'), { readOnly: true });
    reader.exec('begin; select count(*) from users');
    reader.prepare('select count(*) as n from users').get();
    const beside = openDatabase(api.place);
    const cleared = clearTraces(beside, 15_000);
    const written = api.fetch(contactCall, json(goodMessage));
    expect(await Promise.race([cleared, written.then(({ status }) => status)])).toBe(201);
    reader.close();
    expect(await cleared).toBe(true);
    await beside.destroy();
  });

  test.runIf(kind === 'sqlite')(
    'what has been sent to others is not read: meanwhile nobody else can write',
    async () => {
      await memberOf(api, 'ada@example.com');
      const steps = await stepsOf(api.db, () => runAdminCommand(api, ['delete-person', 'ada@example.com', '--yes']));
      const ofMails = steps.filter(({ how }) => how.includes(' outbox'));
      expect(ofMails.length).toBeGreaterThan(0);
      expect(ofMails.filter(({ how }) => how.startsWith('SCAN ') && !how.includes('INDEX outbox_recipient'))).toEqual(
        [],
      );
    },
  );

  test.runIf(kind === 'sqlite')('more messages than a statement can name: a program has sent them', async () => {
    await sql`
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 33000)
      insert into contact_messages (id, full_name, email, phone, subject, message, created_at)
      select 'message ' || n, 'Ada', 'ada@example.com', '08031234567', 'Ada', 'Hello', '2026-01-01T00:00:00.000Z'
      from numbers`.execute(api.db);
    expect(await admin('delete-person', 'ada@example.com', '--yes')).toMatch(/^contact messages: 33000$/m);
    expect(await api.db.selectFrom('contactMessages').select('id').execute()).toEqual([]);
  });

  test('other spellings of the mailbox are named, and left to a separate command', async () => {
    const name = newMarker();
    const spellings = [`${name}.obi@gmail.com`, `${name}obi@googlemail.com`, `${name}.obi+work@gmail.com`];
    const strangers = [`${name}obi@example.com`, `${name}.obi@example.com`];
    for (const email of [...spellings, spellings[0]!.toUpperCase(), ...strangers])
      await api.fetch(contactCall, json({ ...goodMessage, email, message: `From ${email}` }));
    const others = `The same mailbox has other spellings, which this command takes one by one: ${spellings.slice(1).toSorted().join(', ')}.`;
    const said = await admin('delete-person', spellings[0]!, '--yes');
    expect(said.split('\n')).toEqual(expect.arrayContaining(['contact messages: 2', others]));
    for (const email of spellings.slice(1)) await admin('delete-person', email, '--yes');
    expect(await admin('delete-person', strangers[0]!, '--yes')).not.toContain('spellings');
  });

  test('an address that has unsubscribed is found by its hash', async () => {
    const marker = newMarker();
    const { email } = await live(marker, await referralCode());
    const token = /token=([\w-]+)/.exec(
      (await mailsTo(api, email)).find(({ subject }) => subject.startsWith('You are subscribed'))!.text,
    )![1]!;
    await api.fetch(withToken(newsletterCalls.unsubscribe, token), { method: 'POST' });
    expect(await tablesWith(api, 'sealed ')).toEqual(['subscribers']);
    expect(await admin('delete-person', email, '--yes')).toMatch(/^subscriptions: 1$/m);
    expect(await tablesWith(api, 'sealed ')).toEqual([]);
  });

  test('an issue of the newsletter that was written as a file is exported, and deleted', async () => {
    const email = `${newMarker()}@example.com`;
    await insertMail(api.db, {
      id: randomUUID(),
      cause: 'recipient',
      topic: ISSUE_TOPIC,
      topicId: 'one',
      messageId: 'one',
      recipient: email,
      replyTo: null,
      subject: 'News',
      text: 'Hello',
      createdAt: new Date().toISOString(),
    });
    await send();
    expect(await filesWith(mails, email)).toHaveLength(1);
    const exported = await admin('export-person', email, '--to', join(api.place.dataDir, 'export'));
    expect(exported).toMatch(/^mails kept as files: 1$/m);
    await admin('delete-person', email, '--yes');
    expect(await filesWith(mails, email)).toEqual([]);
  });

  test('a mail that is being sent at that moment is taken back', async () => {
    const marker = newMarker();
    const { email } = await live(marker, await referralCode());
    const files = fileTransport(mails, 'site@site.test');
    const written = Promise.withResolvers<void>();
    const deleted = Promise.withResolvers<void>();
    const slow: MailTransport = {
      ...files,
      send: async (mail, attachment) => {
        await deleted.promise;
        await files.send(mail, attachment);
        written.resolve();
      },
    };
    const worker = startOutboxWorker({ ...api, transport: slow, log: eventLog() });
    await expect
      .poll(async () => (await api.db.selectFrom('outbox').select('id').where('attempts', '>', 0).execute()).length)
      .toBe(5);
    await admin('delete-person', email, '--yes');
    deleted.resolve();
    await written.promise;
    await worker.stop();
    expect(await filesWith(mails, email)).toEqual([]);
  });

  test.runIf(kind === 'postgres')('a mail that is sent after its files were looked for goes, too', async () => {
    const { email } = await live(newMarker(), await referralCode());
    const holding = await beginBeside(api.db);
    await holding.selectFrom('users').select('id').where('email', '=', email).forUpdate().execute();
    const forgetting = admin('delete-person', email, '--yes');
    await lockAwaited(api.db, 1);
    await send();
    expect(await filesWith(mails, email)).not.toEqual([]);
    await holding.commit().execute();
    expect(await forgetting).toMatch(/^mails kept as files: \d+$/m);
    expect(await filesWith(mails, email)).toEqual([]);
  });

  test.runIf(kind === 'postgres')(
    'they delete the account, or unsubscribe, at the same moment: both end well',
    async () => {
      /** Both are under way before either has what the other one locks as well. */
      const beside = async (email: string, table: 'users' | 'subscribers', act: () => Promise<Response>) => {
        const holding = await beginBeside(api.db);
        await holding.selectFrom(table).select('id').where('email', '=', email).forUpdate().execute();
        const acting = act();
        await lockAwaited(api.db, 1);
        const forgetting = admin('delete-person', email, '--yes');
        await lockAwaited(api.db, 2);
        await holding.commit().execute();
        expect((await acting).status).toBe(200);
        return await forgetting;
      };
      const email = `${newMarker()}@example.com`;
      const member = await memberOf(api, email);
      const deletion = () => member.post(accountCalls.deleteAccount, { password: goodPassword });
      expect(await beside(email, 'users', deletion)).toMatch(/^accounts: 1$/m);

      const reader = `${newMarker()}@example.com`;
      await live(reader.split('@', 1)[0]!, '');
      const issues = {
        db: api.db,
        mailer: new Mailer({ ...api, from: 'site@site.test', wake: () => {} }),
        publicUrl: PUBLIC_URL,
      };
      const issue = await findIssue(api.db, await draftIssue(issues, { subject: 'News', markdown: 'Hello' }));
      await sendIssue(issues, issue!, { perMinute: 1 });
      const { text } = (await mailsTo(api, reader)).find(({ topic }) => topic === ISSUE_TOPIC)!;
      const token = /token=([\w-]+)/.exec(text)![1]!;
      const unsubscribing = () => api.fetch(withToken(newsletterCalls.unsubscribe, token), { method: 'POST' });
      expect(await beside(reader, 'subscribers', unsubscribing)).toMatch(/^subscriptions: 1$/m);
    },
  );

  test.runIf(kind === 'postgres')('they confirm, or pay, at the same moment: nothing of that is left', async () => {
    /** What is under way has written something about them, and waits to write into the table. */
    const beside = async (email: string, table: 'referrals' | 'token_ledger', act: () => Promise<unknown>) => {
      const holding = await beginBeside(api.db);
      await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(holding);
      const acting = act();
      await lockAwaited(api.db, 1);
      const forgetting = admin('delete-person', email, '--yes');
      await Promise.race([forgetting, lockAwaited(api.db, 2)]);
      await holding.commit().execute();
      await acting;
      return await forgetting;
    };
    const marker = newMarker();
    const email = `${marker}@example.com`;
    const visitor = visit(api);
    await visitor.post(accountCalls.register, { ...registrationOf(email), ref: await referralCode() });
    await visitor.get(await mailedLink(api, email));
    const confirming = async () => expect((await visitor.post(accountCalls.confirm)).status).toBe(200);
    expect(await beside(email, 'referrals', confirming)).toMatch(/^accounts: 1$/m);
    expect(await tablesWith(api, marker)).toEqual([]);
    expect(await tablesWith(api, personKey(email))).toEqual([]);

    const payer = `${newMarker()}@example.com`;
    await confirmedVisitor(api, payer, await referralCode());
    const payments: ReferralDependencies = {
      db: api.db,
      mailer: new Mailer({ ...api, from: 'site@site.test', wake: () => {} }),
      publicUrl: PUBLIC_URL,
      rewardMinimum: new Map([['NGN', 1]]),
      clock: Date.now,
    };
    const payment = { id: 'one', email: payer, amount: 1, currency: 'NGN', source: 'event' } as const;
    const paying = () => recordPayment(payments, { ...payment, paidAt: new Date().toISOString() });
    expect(await beside(payer, 'token_ledger', paying)).toMatch(/^payments: 1$/m);
    expect(await tablesWith(api, personKey(payer))).toEqual([]);

    const [earner, friend] = [newMarker(), `${newMarker()}@example.com`];
    const referrer = await memberOf(api, `${earner}@example.com`);
    const { code } = (await (await referrer.post(referralCalls.link)).json()) as { code: string };
    await confirmedVisitor(api, friend, code);
    const earning = () =>
      recordPayment(payments, { ...payment, id: 'two', email: friend, paidAt: new Date().toISOString() });
    expect(await beside(`${earner}@example.com`, 'token_ledger', earning)).toMatch(/^mails: 2$/m);
    expect(await tablesWith(api, earner)).toEqual([]);
  });

  test('an account that its owner deletes leaves only the last mail, until it is sent', async () => {
    const marker = newMarker();
    const email = `${marker}@example.com`;
    const visitor = visit(api);
    await visitor.post(accountCalls.register, { ...registrationOf(email), username: marker });
    await visitor.get(await mailedLink(api, email));
    await visitor.post(accountCalls.confirm);
    await visitor.post(accountCalls.login, { email, password: goodPassword }, { 'user-agent': `Browser ${marker}` });
    expect((await visitor.post(accountCalls.passkeyOptions)).status, 'a passkey that was never made').toBe(200);
    await send();
    expect(await filesWith(mails, email)).toHaveLength(1);
    if (kind === 'sqlite') expect(await filesWith(api.place.dataDir, `Browser ${marker}`)).not.toEqual([]);
    expect((await visitor.post(accountCalls.deleteAccount, { password: goodPassword })).status).toBe(200);
    expect(await tablesWith(api, marker)).toEqual(['outbox']);
    expect(await filesWith(mails, email), 'mails in files').toEqual([]);
    expect(await filesWith(api.place.dataDir, `Browser ${marker}`), 'the database itself').toEqual([]);

    await send();
    await keepHouse();
    expect(await tablesWith(api, marker)).toEqual([]);
    const [last, ...others] = await filesWith(api.place.dataDir, marker);
    expect(last, 'the mail itself, where no mail server sends it').toMatch(/-account-.*\.eml$/);
    expect(others).toEqual([]);
    await admin('delete-person', email, '--yes');
    expect(await places(marker)).toEqual([]);
    await rm(mails, { recursive: true });
  });
});

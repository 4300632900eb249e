/** An installation with something in every part of it, for tests of copies. */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applicationCall } from 'shared/contracts/careers';
import { contactCall } from 'shared/contracts/contact';
import { newsletterCalls } from 'shared/contracts/newsletter';
import { postCalls } from 'shared/contracts/posts';
import { referralCalls } from 'shared/contracts/referrals';
import { recordPayment } from '../../src/features/referrals/service.ts';
import { hidePost } from '../../src/features/posts/moderation/moderation.ts';
import { Mailer } from '../../src/mail/mailer.ts';
import type { Db } from '../../src/database/schema.ts';
import { readRows, toJson } from '../../src/admin/backup/rows.ts';
import { tablesOf } from '../../src/admin/backup/tables.ts';
import { json, PUBLIC_URL, type TestApi } from './api.ts';
import { applicationForm } from './applications.ts';
import { goodMessage } from './contact.ts';
import { confirmedVisitor, memberOf } from './visitor.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Text that JSON, base64 and databases treat in their own ways. */
const ODD_TEXT = `"quoted" \\ one\ntwo\r\n\u2028 👩‍💻 Ọ̀nà ${'x'.repeat(70_000)}`;

/** @param clock the API's, which is moved forward so that tokens can be redeemed */
export async function fill(api: TestApi, clock: { time: number }): Promise<void> {
  await api.fetch(contactCall, json({ ...goodMessage, message: 'one\n"two" \\ 👩‍💻' }));
  await api.fetch(applicationCall, { method: 'POST', body: applicationForm({}) });
  await api.fetch(newsletterCalls.subscribe, json({ email: 'reader@example.com' }));
  const referrer = await memberOf(api, 'referrer@example.com');
  const { code } = (await (await referrer.post(referralCalls.link)).json()) as { code: string };
  await confirmedVisitor(api, 'friend@example.com', code);
  const mailer = new Mailer({ db: api.db, from: 'site@site.test', wake: () => {} });
  const payment = { id: 'p1', email: 'friend@example.com', amount: 4_000_000_000, currency: 'NGN', source: 'event' };
  await recordPayment(
    { db: api.db, mailer, publicUrl: PUBLIC_URL, rewardMinimum: new Map([['NGN', 1]]), clock: () => clock.time },
    { ...payment, source: 'event', paidAt: new Date(clock.time).toISOString() },
  );
  clock.time += 31 * DAY_MS;
  const redeemed = await referrer.post(referralCalls.redeem, { use: 'payments' });
  if (!redeemed.ok) throw new Error(await redeemed.text());
  const [, hidden, deleted] = [await post(api, 'Zebrafinch'), await post(api, 'Hidden'), await post(api, 'Deleted')];
  await hidePost(api.db, hidden);
  await api.db.deleteFrom('posts').where('id', '=', deleted).execute();
  await api.db.updateTable('posts').set({ content: ODD_TEXT }).where('title', '=', 'Zebrafinch').execute();
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const now = new Date().toISOString();
  await api.files.put('images/1', bytes, 'image/webp');
  await api.db
    .insertInto('images')
    .values({ id: 'image-1', storedAs: 'images/1', width: 1, height: 1, createdAt: now, hiddenAt: null })
    .execute();
  await api.db
    .insertInto('postImages')
    .values({ imageId: 'image-1', postId: hidden - 1 })
    .execute();
}

/** @returns its number */
export async function post(api: TestApi, title: string): Promise<number> {
  const response = await api.fetch(postCalls.add, json({ title, content: 'unmistakable words' }));
  return ((await response.json()) as { postId: number }).postId;
}

/** Every row of every table as JSON, in an order that does not depend on the database. */
export async function dump(db: Db): Promise<Record<string, string[]>> {
  const dumped: Record<string, string[]> = {};
  for (const table of await tablesOf(db)) {
    const columns = table.columns.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const rows: string[] = [];
    for await (const batch of readRows(db, table)) rows.push(...batch.map((row) => toJson({ ...table, columns }, row)));
    dumped[table.name] = rows.toSorted();
  }
  return Object.fromEntries(Object.entries(dumped).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A release store with one release; its files by name. */
export async function releaseStore(dataDir: string): Promise<string> {
  const store = join(dataDir, 'releases');
  const folder = join(store, 'mf-blog', 'v1');
  const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
  const files = { 'entry.js': 'export {};', 'assets/page.js': 'page()' };
  const release = JSON.stringify({
    name: 'mf-blog',
    version: 'v1',
    files: Object.fromEntries(Object.entries(files).map(([name, text]) => [name, integrityOf(text)])),
  });
  await mkdir(join(folder, 'assets'), { recursive: true });
  for (const [name, text] of Object.entries({ ...files, 'release.json': release, 'entry.js.br': 'compressed' }))
    await writeFile(join(folder, name), text);
  const at = (name: string, text: string) => ({ url: `/remotes/mf-blog/v1/${name}`, integrity: integrityOf(text) });
  const entry = {
    url: '/remotes/mf-blog/v1/entry.js',
    metadata: { integrity: integrityOf(files['entry.js']), version: 'v1' },
    deployment: { traffic: 100, default: true },
    extras: {
      routes: ['/blogs'],
      release: at('release.json', release),
      server: at('entry.js', files['entry.js']),
      contract: 1,
      releasedAt: new Date().toISOString(),
    },
  };
  const registry = { schema: 'v1-pre', microFrontends: { 'mf-blog': [entry] } };
  await writeFile(join(store, 'registry.json'), JSON.stringify(registry));
  return store;
}

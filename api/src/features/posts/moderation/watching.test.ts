/** The company hears of posts by mail and hides them from there; visitors report them. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hideLink, moderationCalls, POST_HEADER } from 'shared/contracts/moderation';
import { IDEMPOTENCY_HEADER } from 'shared/contracts/idempotency';
import type { Problem } from 'shared/contracts/problem';
import { postCalls } from 'shared/contracts/posts';
import { REPORTS_PER_HOUR } from 'shared/rules/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, PUBLIC_URL, SECRET, startApi, type TestApi } from '../../../../test/support/api.ts';
import { beginBeside, databaseKinds, lockAwaited } from '../../../../test/support/database.ts';
import { eventLog } from '../../../../test/support/log.ts';
import { memberOf, visit } from '../../../../test/support/visitor.ts';
import { pageOfText } from '../../../mail/mail-page.ts';
import { Mailer } from '../../../mail/mailer.ts';
import { fileTransport } from '../../../mail/transport.ts';
import { fillingTokens, mailedToken } from '../../../mail/mailed-token.ts';
import { deletePost, deletePostRows, hidePost, showPost } from './moderation.ts';
import { mailWhatWaits } from './watching.ts';

const OFFICE = 'office@site.test';

describe.each(databaseKinds)('watching over posts on %s', (kind) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(kind);
  });
  afterAll(() => api.close());

  const publish = async (post: object = {}, headers: Record<string, string> = {}): Promise<number> => {
    const response = await api.fetch(
      postCalls.posts,
      json({ title: 'Post', content: '<p>Words</p>', ...post }, headers),
    );
    expect(response.status).toBe(201);
    return ((await response.json()) as { postId: number }).postId;
  };
  const mailsAbout = (id: number) =>
    api.db.selectFrom('outbox').selectAll().where('topicId', '=', `post-${id}`).orderBy('createdAt').execute();
  const linkOf = (mail: { id: string; text: string }) => {
    const text = mail.text.replace('{token}', mailedToken(SECRET, mail.id));
    return /^http\S+token=\S+$/m.exec(text)![0].slice(PUBLIC_URL.length);
  };
  const report = (id: number | string, body: object = { reason: 'spam' }, client?: string) =>
    api.fetch(moderationCalls.reports(id), { ...json(body), ...(client ? { client } : {}) });
  const isShown = async (id: number) => (await api.fetch(postCalls.post(id))).status === 200;
  const reports = (id: number) => api.db.selectFrom('postReports').selectAll().where('postId', '=', id).execute();
  const mailWaiting = () =>
    mailWhatWaits(api.db, {
      mailer: new Mailer({ db: api.db, from: OFFICE, wake: () => {} }),
      recipient: OFFICE,
      publicUrl: PUBLIC_URL,
      secret: SECRET,
    });
  /** As if the last mail about a post were long ago. */
  const forgetLimit = () => api.db.deleteFrom('attempts').execute();

  test.each([postCalls.posts, postCalls.add])('a post sent to %s is reported once, with a link', async (call) => {
    const wakes = api.wakes();
    const post = { title: 'Told', content: 'What it says', author: 'Ada' };
    const headers = { [IDEMPOTENCY_HEADER]: `told-${kind}-${call}` };
    const [id] = await Promise.all(
      [1, 2].map(async () => {
        const response = await api.fetch(call, json(post, headers));
        return ((await response.json()) as { postId: number }).postId;
      }),
    );
    const [mail, ...others] = await mailsAbout(id!);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: OFFICE, subject: 'New post: Told', topic: 'moderation', state: 'pending' });
    for (const part of ['by Ada', 'What it says', `${PUBLIC_URL}/post/${id}\n`]) expect(mail!.text).toContain(part);
    expect(mail!.text, 'the token is in no table').not.toContain(mailedToken(SECRET, mail!.id));
    expect(api.wakes()).toBeGreaterThan(wakes);
  });

  test('no link in a mail is one that a visitor wrote', async () => {
    const strange = 'https://elsewhere.test/hide?token=x';
    const id = await publish({ title: strange, content: `<p>${strange}</p>`, author: strange });
    await report(id, { reason: 'other', details: `To take it off the site, open this page:\n\n${strange}` });
    const mails = await mailsAbout(id);
    expect(mails).toHaveLength(2);
    for (const mail of mails) {
      const links = [...pageOfText(mail).matchAll(/<a href="([^"]*)"/g)].map(([, url]) => url!.split('?', 1)[0]);
      expect(links).toEqual([`${PUBLIC_URL}/post/${id}`, `${PUBLIC_URL}${hideLink}`]);
      expect(linkOf(mail)).toMatch(new RegExp(`^${hideLink}`));
    }
  });

  test('what is sent has its token where the link is, whatever the post says', async () => {
    const id = await publish({ title: 'Mine: {token}', content: '<p>{token} {token}</p>' });
    const [mail] = await mailsAbout(id);
    let sent = '';
    const transport = fillingTokens(
      { name: 'test', send: async (mail: { text: string }) => void (sent = mail.text) } as never,
      SECRET,
    );
    await transport.send(mail!, undefined as never);
    expect(sent.split(mailedToken(SECRET, mail!.id))).toHaveLength(2);
    expect(sent).toContain(`${PUBLIC_URL}${hideLink}?token=${mailedToken(SECRET, mail!.id)}\n`);
  });

  test('the link asks first, hides once, and tells nobody else anything', async () => {
    const id = await publish({ title: 'Hidden by mail', content: '<p>Some words</p>', author: 'Eve' });
    const link = linkOf((await mailsAbout(id))[0]!);
    const owner = visit(api);
    const opened = await owner.get(link);
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/moderation']);
    expect(owner.received.at(-1)).toMatch(/^moderation=[\w-]+;.*HttpOnly/);
    expect(await isShown(id), 'opening the link does nothing').toBe(true);
    const asked = await owner.get(moderationCalls.hiding);
    for (const { headers } of [opened, asked]) expect(headers.get('cache-control')).toBe('no-store');
    expect(await asked.json()).toEqual({
      id,
      title: 'Hidden by mail',
      author: 'Eve',
      excerpt: 'Some words',
    });
    for (const origin of ['https://evil.example', ''])
      expect((await owner.post(moderationCalls.hiding, {}, { origin })).status).toBe(403);
    const stranger = visit(api);
    expect((await stranger.post(moderationCalls.hiding)).status).toBe(410);
    const unasked = await stranger.get(moderationCalls.hiding);
    expect(unasked.status).toBe(410);
    expect(((await unasked.json()) as Problem).detail, 'the link itself still works').toContain('Open that link');
    expect(await isShown(id)).toBe(true);

    // In another browser, and with the link of another mail.
    await report(id);
    const others = [visit(api), visit(api)];
    await others[0]!.get(link);
    await others[1]!.get(linkOf((await mailsAbout(id))[1]!));
    const answers = await Promise.all([owner, ...others].map((by) => by.post(moderationCalls.hiding)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410]);
    expect(await isShown(id)).toBe(false);
    await showPost(api.db, id);
    const third = visit(api);
    await third.get(link);
    const again = await third.post(moderationCalls.hiding);
    expect([again.status, ((await again.json()) as Problem).code]).toEqual([410, 'link-expired']);
    expect(await isShown(id)).toBe(true);
  });

  test('hides the post that the page shows, or none if another link has been opened since', async () => {
    const [shown, other] = [await publish({ title: 'Shown' }), await publish({ title: 'Opened since' })];
    const owner = visit(api);
    for (const id of [shown, other]) await owner.get(linkOf((await mailsAbout(id))[0]!));
    const hide = (id: number) => owner.post(moderationCalls.hiding, {}, { [POST_HEADER]: String(id) });
    const refused = await hide(shown);
    expect([refused.status, ((await refused.json()) as Problem).code]).toEqual([412, 'precondition-failed']);
    expect([await isShown(shown), await isShown(other)]).toEqual([true, true]);
    expect((await hide(other)).status).toBe(200);
    expect([await isShown(shown), await isShown(other)]).toEqual([true, false]);
  });

  test.each(['', 'x', 'x'.repeat(201), 'x&token=y', 'x\u202e', 'x\r\ny', 'x; Domain=elsewhere.example'])(
    'an invalid token (%j) leads nowhere',
    async (token) => {
      const somebody = visit(api);
      const query = token.includes('&') ? `token=${token}` : new URLSearchParams({ token });
      expect((await somebody.get(`${hideLink}?${query}`)).status).toBe(303);
      expect(somebody.received.join()).not.toMatch(/elsewhere/);
      expect((await somebody.post(moderationCalls.hiding)).status).toBe(410);
    },
  );

  test('what waits about a post that is hidden keeps nothing else waiting, and is mailed when it is back', async () => {
    const [hidden, shown] = [await publish(), await publish()];
    for (const id of [hidden, hidden, shown, shown]) await report(id);
    await hidePost(api.db, hidden);
    await forgetLimit();
    await mailWaiting();
    const subjects = async (id: number) => (await mailsAbout(id)).map(({ subject }) => subject);
    expect(await subjects(shown)).toEqual(['New post: Post', 'Reported post: Post', 'Reported post: Post']);
    expect(await subjects(hidden)).toEqual(['New post: Post', 'Reported post: Post']);
    await showPost(api.db, hidden);
    for (let round = 0; round < 2; round += 1) {
      await forgetLimit();
      await mailWaiting();
      expect(await subjects(hidden)).toEqual(['New post: Post', 'Reported post: Post', 'Reported post: Post']);
    }
  });

  test('a link that is too old does nothing', async () => {
    const id = await publish();
    const link = linkOf((await mailsAbout(id))[0]!);
    const past = new Date(Date.now() - 1).toISOString();
    await api.db.updateTable('hideLinks').set({ expiresAt: past }).where('postId', '=', id).execute();
    const owner = visit(api);
    await owner.get(link);
    expect((await owner.post(moderationCalls.hiding)).status).toBe(410);
    expect(await isShown(id)).toBe(true);
    await publish();
    const left = await api.db.selectFrom('hideLinks').select('hash').where('postId', '=', id).execute();
    expect(left, 'it goes when the next one is made').toEqual([]);
  });

  test.runIf(kind === 'postgres')('a post is published while posts with expired links are deleted', async () => {
    const old = [await publish(), await publish()];
    const past = new Date(Date.now() - 1).toISOString();
    await api.db.updateTable('hideLinks').set({ expiresAt: past }).where('postId', 'in', old).execute();
    const deleting = await beginBeside(api.db);
    await deletePostRows(deleting, old[1]!);
    expect(await isShown(await publish())).toBe(true);
    await deletePostRows(deleting, old[0]!);
    await deleting.commit().execute();
    expect(await isShown(old[0]!)).toBe(false);
  });

  test.runIf(kind === 'postgres')('of a post that is just being deleted nobody is told any more', async () => {
    const [reported, edited] = [await publish(), await publish()];
    await api.db
      .updateTable('posts')
      .set({ editedAt: new Date(Date.now() + 1_000).toISOString() })
      .where('id', '=', edited)
      .execute();
    const telling = [
      [reported, async () => expect((await report(reported)).status).toBe(404)],
      [edited, mailWaiting],
    ] as const;
    for (const [id, tell] of telling) {
      const deleting = await beginBeside(api.db);
      await deletePostRows(deleting, id);
      const told = tell();
      await lockAwaited(api.db);
      await deleting.commit().execute();
      await told;
      expect([await reports(id), await mailsAbout(id)]).toEqual([[], []]);
    }
  });

  test('a report reaches the company, and those that follow wait and come together', async () => {
    const id = await publish({ title: 'Reported' });
    const first = await report(id, { reason: 'abuse', details: ' It says {token} ' });
    expect([first.status, await first.json()]).toEqual([202, { status: 'accepted' }]);
    const [, mail] = await mailsAbout(id);
    expect(mail).toMatchObject({ recipient: OFFICE, subject: 'Reported post: Reported' });
    expect(mail!.text).toContain('It insults, threatens or harasses somebody.\n\n> It says { token }');
    await report(id, { reason: 'other', details: 'Second' });
    await report(id, { reason: 'spam' });
    expect(await mailsAbout(id)).toHaveLength(2);
    await mailWaiting();
    expect(await mailsAbout(id), 'not before its time').toHaveLength(2);
    await forgetLimit();
    await mailWaiting();
    const last = (await mailsAbout(id)).at(-1)!;
    expect(last.text).toContain('Visitors have reported a post 2 times.');
    expect(last.text).toContain('Something else.\n\n> Second');
    await forgetLimit();
    await mailWaiting();
    expect(await mailsAbout(id)).toHaveLength(3);
    const owner = visit(api);
    await owner.get(linkOf(last));
    expect((await owner.post(moderationCalls.hiding)).status).toBe(200);
    expect(await isShown(id)).toBe(false);
  });

  test('reports that come at once are one mail, and none is lost', async () => {
    const id = await publish();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => report(id, { reason: 'spam', details: `n${n}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 202));
    expect(await mailsAbout(id)).toHaveLength(2);
    expect(await reports(id)).toHaveLength(8);
  });

  test('a report is checked, and is of a post that exists', async () => {
    const id = await publish();
    for (const [body, field] of [
      [{}, 'reason'],
      [{ reason: 'because' }, 'reason'],
      [{ reason: 7 }, 'reason'],
      [{ reason: 'spam', details: 'x'.repeat(1_001) }, 'details'],
      [{ reason: 'spam', details: 'a\u202eb' }, 'details'],
    ] as const) {
      const answer = await report(id, body);
      expect(answer.status).toBe(422);
      expect(((await answer.json()) as Problem).errors![0]!.field).toBe(field);
    }
    const hidden = await publish();
    await hidePost(api.db, hidden);
    for (const none of [hidden, 999_999, 'x', 0]) expect((await report(none)).status, String(none)).toBe(404);
    expect(await reports(hidden)).toEqual([]);
    expect(await reports(id)).toEqual([]);
  });

  test('one client can report only so often', async () => {
    const id = await publish();
    for (let n = 0; n < REPORTS_PER_HOUR; n += 1)
      expect((await report(id, { reason: 'spam' }, '10.9.9.9')).status).toBe(202);
    expect((await report(id, { reason: 'spam' }, '10.9.9.9')).status).toBe(429);
  });

  test('an edit is mailed, and what is changed within the hour after it', async () => {
    const ada = await memberOf(api, 'ada@example.com');
    const { postId } = (await (await ada.post(postCalls.posts, { title: 'Fine', content: 'x' })).json()) as {
      postId: number;
    };
    for (const title of ['Buy', 'Buy now'])
      await ada.change('PUT', postCalls.post(postId), { 'if-match': '*' }, { title, content: 'x' });
    const subjects = async () => (await mailsAbout(postId)).map(({ subject }) => subject);
    expect(await subjects()).toEqual(['New post: Fine', 'Edited post: Buy']);
    await mailWaiting();
    expect(await subjects(), 'not before its time').toHaveLength(2);
    for (let round = 0; round < 2; round += 1) {
      await forgetLimit();
      await mailWaiting();
      expect(await subjects()).toEqual(['New post: Fine', 'Edited post: Buy', 'Edited post: Buy now']);
    }
  });

  test('an edit of a post that was hidden and brought back is mailed, though its links have ended', async () => {
    const ada = await memberOf(api, 'chika@example.com');
    const { postId } = (await (await ada.post(postCalls.posts, { title: 'Fine', content: 'x' })).json()) as {
      postId: number;
    };
    const edit = (title: string) =>
      ada.change('PUT', postCalls.post(postId), { 'if-match': '*' }, { title, content: 'x' });
    await edit('Still fine');
    await hidePost(api.db, postId);
    await showPost(api.db, postId);
    expect((await edit('Buy')).status).toBe(200);
    for (let round = 0; round < 2; round += 1) {
      await forgetLimit();
      await mailWaiting();
      const subjects = (await mailsAbout(postId)).map(({ subject }) => subject);
      expect(subjects).toEqual(['New post: Fine', 'Edited post: Still fine', 'Edited post: Buy']);
    }
  });

  test('a post takes with it what was said and mailed of it', async () => {
    const ada = await memberOf(api, 'bisi@example.com');
    const { postId } = (await (await ada.post(postCalls.posts, { title: 'Gone', content: 'x' })).json()) as {
      postId: number;
    };
    await report(postId, { reason: 'spam' });
    const mails = await mailsAbout(postId);
    expect(mails).toHaveLength(2);
    const folder = join(api.place.dataDir, 'mail');
    for (const mail of mails) await fileTransport(folder, OFFICE).send(mail, undefined);
    expect(await readdir(folder)).toHaveLength(2);
    expect((await ada.change('DELETE', postCalls.post(postId), { 'if-match': '*' })).status).toBe(204);
    expect(await mailsAbout(postId)).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
    expect(await reports(postId)).toEqual([]);
    expect(await api.db.selectFrom('hideLinks').select('hash').where('postId', '=', postId).execute()).toEqual([]);
  });

  test('what becomes of a post changes nothing of others, shown or hidden', async () => {
    const image = 'W'.repeat(22);
    const createdAt = new Date().toISOString();
    await api.files.put(image, Buffer.from('x'), 'image/webp');
    await api.db
      .insertInto('images')
      .values({ id: image, storedAs: image, width: 3, height: 2, createdAt, hiddenAt: null })
      .execute();
    const publishReported = async () => {
      const id = await publish({ content: `<p><img src="${postCalls.images}/${image}"></p>` });
      await forgetLimit();
      // The second one waits: the company has just been told of the first.
      for (const reason of ['spam', 'abuse']) await report(id, { reason });
      return id;
    };
    const [shown, hidden, id] = [await publishReported(), await publishReported(), await publishReported()];
    expect(await hidePost(api.db, hidden)).toBe(true);
    const others = [shown, hidden];
    const { db } = api;
    const stored = async () => ({
      posts: await db.selectFrom('posts').selectAll().where('id', 'in', others).execute(),
      hidden: await db.selectFrom('hiddenPosts').selectAll().where('id', 'in', others).execute(),
      images: await db.selectFrom('postImages').selectAll().where('postId', 'in', others).execute(),
      hiddenImages: await db.selectFrom('hiddenPostImages').selectAll().where('postId', 'in', others).execute(),
      reports: await db.selectFrom('postReports').selectAll().where('postId', 'in', others).orderBy('id').execute(),
      links: await db.selectFrom('hideLinks').selectAll().where('postId', 'in', others).orderBy('hash').execute(),
      mails: [...(await mailsAbout(shown)), ...(await mailsAbout(hidden))].map(({ subject }) => subject),
    });
    const before = await stored();
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
    expect(
      before.reports.filter(({ mailedAt }) => mailedAt === null),
      'one of each waits',
    ).toHaveLength(2);
    expect(await hidePost(db, id)).toBe(true);
    expect(await hidePost(db, id), 'again').toBe(false);
    expect(await stored(), 'hidden').toEqual(before);
    expect(await showPost(db, id)).toBe(true);
    expect(await stored(), 'shown').toEqual(before);
    expect(await deletePost(db, id, join(api.place.dataDir, 'mail'), eventLog())).toBe(true);
    expect(await stored(), 'deleted').toEqual(before);

    expect(await showPost(db, hidden)).toBe(true);
    const after = await stored();
    expect([after.hidden, after.hiddenImages]).toEqual([[], []]);
    expect(after.images, 'used, so that they are not deleted').toHaveLength(2);
  });
});

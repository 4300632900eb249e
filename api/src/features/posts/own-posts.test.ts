/** Authors keep their posts: nobody else changes them, and no edit is lost without a word. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accountCalls } from 'shared/contracts/account';
import { IDEMPOTENCY_HEADER } from 'shared/contracts/idempotency';
import type { Problem } from 'shared/contracts/problem';
import type { Session } from 'shared/contracts/shell';
import {
  PUBLISH_AS_HEADER,
  type CreatedPost,
  type EditedPost,
  type OwnPost,
  type OwnPostSummary,
  type PostDetail,
  postCalls,
  postFeeds,
} from 'shared/contracts/posts';
import { CONTENT_MAX, POST_BODY_MAX_BYTES, POSTS_PER_MINUTE, TITLE_MAX } from 'shared/rules/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, PUBLIC_URL, startApi, type TestApi } from '../../../test/support/api.ts';
import { beginBeside, databaseKinds, lockAwaited } from '../../../test/support/database.ts';
import { eventLog } from '../../../test/support/log.ts';
import { goodPassword, memberOf, newEmail, type TestVisitor, visit } from '../../../test/support/visitor.ts';
import { deleteUser, findUserByEmail } from '../accounts/repository.ts';
import { deletePost, deletePostRows, hidePost, hidePostRows, showPost } from './moderation/moderation.ts';
import { lockOutOwner, lockPost } from './own-post-repository.ts';
import { deletePostsOf } from './own-posts.ts';

const text = { title: 'Looms', content: '<p>About looms.</p>', author: 'Ada' };

describe.each(databaseKinds)('own posts on %s', (kind) => {
  let api: TestApi;
  let ada: TestVisitor;
  let other: TestVisitor;
  beforeAll(async () => {
    api = await startApi(kind);
    ada = await memberOf(api, 'ada@example.com');
    other = await memberOf(api, 'other@example.com');
  });
  afterAll(() => api.close());

  const publish = async (by: TestVisitor, post: object = text, call: string = postCalls.posts): Promise<number> => {
    const response = await by.post(call, post);
    expect(response.status).toBe(201);
    return ((await response.json()) as { postId: number }).postId;
  };
  const own = async (id: number, by = ada) => (await (await by.get(postCalls.ownPost(id))).json()) as OwnPost;
  const put = async (id: number, post: object, match: string | undefined, by = ada) =>
    by.change('PUT', postCalls.post(id), match === undefined ? {} : { 'if-match': match }, post);
  const remove = async (id: number, match: string | undefined, by = ada) =>
    by.change('DELETE', postCalls.post(id), match === undefined ? {} : { 'if-match': match });
  const read = async (id: number) => (await (await api.fetch(postCalls.post(id))).json()) as PostDetail;
  const codeOf = async (response: Response) => [response.status, ((await response.json()) as Problem).code];

  test.each([postCalls.posts, postCalls.add])('a member who posts to %s owns the post', async (call) => {
    const id = await publish(ada, { ...text, title: `Mine ${call}` }, call);
    const list = (await (await ada.get(postCalls.ownPosts)).json()) as OwnPostSummary[];
    expect(list[0]).toMatchObject({ id, title: `Mine ${call}`, edited_at: null, is_hidden: false });
    expect(
      ((await (await other.get(postCalls.ownPosts)).json()) as OwnPostSummary[]).map((post) => post.id),
    ).not.toContain(id);
  });

  test.each([postCalls.posts, postCalls.add])('%s publishes as the account that is named, or not', async (call) => {
    const { id } = (await (await ada.get(accountCalls.session)).json()) as Session & { id: string };
    const asAda = { [PUBLISH_AS_HEADER]: id };
    const stranger = visit(api);
    const list = async () => (await (await api.fetch(postCalls.posts)).json()) as unknown;
    const before = await list();
    expect(await codeOf(await stranger.post(call, text, asAda))).toEqual([401, 'login-required']);
    expect(await codeOf(await other.post(call, text, asAda))).toEqual([409, 'other-account']);
    expect(await list()).toEqual(before);
    const answer = await ada.post(call, text, asAda);
    expect((await own(((await answer.json()) as CreatedPost).postId)).author).toBe('Ada');
    expect((await stranger.post(call, text, { [PUBLISH_AS_HEADER]: '' })).status, 'nobody is named').toBe(201);
  });

  test('an edit is everywhere at once, and says when it was made', async () => {
    const [id, another] = [await publish(ada), await publish(ada)];
    const before = await read(id);
    const seen = await own(id);
    const untouched = await own(another);
    expect(before.edited_at).toBeNull();
    const edited = await put(id, { title: 'Spindles', content: '<h2>Whorls</h2><p>And yarn.</p>' }, seen.version);
    expect(edited.status).toBe(200);
    expect(edited.headers.get('cache-control')).toBe('no-store');
    expect(await own(another)).toEqual(untouched);
    const after = await read(id);
    expect(after).toMatchObject({ title: 'Spindles', content: '<h2>Whorls</h2><p>And yarn.</p>', author: null });
    expect(after.created_at).toBe(before.created_at);
    expect(Date.parse(after.edited_at!)).toBeGreaterThanOrEqual(Date.parse(before.created_at));
    const found = async (q: string) =>
      ((await (await api.fetch(`${postCalls.posts}?q=${q}`)).json()) as { id: number; excerpt: string }[]).find(
        (post) => post.id === id,
      );
    expect(await found('whorls')).toMatchObject({ title: 'Spindles', excerpt: 'And yarn.' });
    expect(await found('looms')).toBeUndefined();
    const feed = await (await api.fetch(postFeeds.atom)).text();
    expect(feed).toContain(`<updated>${after.edited_at}</updated>`);
    expect(feed).toContain('Whorls');
    expect(await (await api.fetch(postFeeds.rss)).text()).toContain('Whorls');
    const map = await (await api.fetch(`${postFeeds.sitemap}?part=1`)).text();
    expect(map).toContain(`/post/${id}</loc><lastmod>${after.edited_at}</lastmod>`);
  });

  test('of two edits of one version, one succeeds and the other is told', async () => {
    const id = await publish(ada);
    const { version } = await own(id);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => put(id, { ...text, content: `<p>Edit ${n}</p>` }, version)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412, 412, 412]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await read(id)).content).toBe(`<p>Edit ${winner}</p>`);
    expect(await codeOf(answers.find(({ status }) => status === 412)!)).toEqual([412, 'precondition-failed']);
    expect(await codeOf(await remove(id, version))).toEqual([412, 'precondition-failed']);
    const { version: now } = await own(id);
    expect((await put(id, text, `"x", ${now}`)).status).toBe(200);
  });

  test('an edit that is sent again because its answer was lost is the same edit', async () => {
    const id = await publish(ada);
    const { version } = await own(id);
    const first = (await (await put(id, { ...text, title: 'Once' }, version)).json()) as EditedPost;
    const again = await put(id, { ...text, title: 'Once' }, version);
    expect([again.status, await again.json()]).toEqual([200, first]);
    expect((await own(id)).version).toBe(first.version);
  });

  test.each([postCalls.posts, postCalls.add])(
    'what was deleted is published again by %s with its old key',
    async (call) => {
      const headers = { [IDEMPOTENCY_HEADER]: `deleted-${kind}-${call}` };
      const send = async () => ((await (await ada.post(call, text, headers)).json()) as CreatedPost).postId;
      const first = await send();
      expect(await send()).toBe(first);
      expect((await remove(first, '*')).status).toBe(204);
      const second = await send();
      expect(second).not.toBe(first);
      expect((await read(second)).title).toBe(text.title);
      expect(await send(), 'from now on this one counts').toBe(second);
      await hidePost(api.db, second);
      expect(await send(), 'a hidden post still exists').toBe(second);
    },
  );

  test.each(['<p>a<template><table>', '<td><math><td>x'])(
    'a post of %j that is saved as it was read stays as it is',
    async (content) => {
      const id = await publish(ada, { ...text, content });
      const before = await own(id);
      expect((await put(id, { ...text, content: before.content }, before.version)).status).toBe(200);
      expect(await own(id)).toEqual(before);
    },
  );

  test.each(['', 'W/"1"', '"1"', 'anything'])('If-Match: %s changes nothing', async (match) => {
    const id = await publish(ada);
    const status = match === '' ? 428 : 412;
    const code = match === '' ? 'precondition-required' : 'precondition-failed';
    expect(await codeOf(await put(id, { ...text, title: 'No' }, match))).toEqual([status, code]);
    expect(await codeOf(await remove(id, match))).toEqual([status, code]);
    expect((await read(id)).title).toBe(text.title);
  });

  test('without If-Match nothing is changed, with * whatever the version', async () => {
    const id = await publish(ada);
    expect(await codeOf(await put(id, text, undefined))).toEqual([428, 'precondition-required']);
    expect(await codeOf(await remove(id, undefined))).toEqual([428, 'precondition-required']);
    expect((await put(id, { ...text, title: 'Star' }, '*')).status).toBe(200);
    expect((await remove(id, '*')).status).toBe(204);
    expect((await api.fetch(postCalls.post(id))).status).toBe(404);
  });

  test('only its author changes a post, and nobody can tell that one is hidden', async () => {
    const mine = await publish(ada);
    const hidden = await publish(ada);
    await hidePost(api.db, hidden);
    const [{ version }, { version: ofHidden }] = [await own(mine), await own(hidden)];
    const nobodys = await publish(visit(api));
    for (const [id, answer] of [
      [mine, [403, 'not-yours']],
      [nobodys, [403, 'not-yours']],
      [1, [403, 'not-yours']],
      [hidden, [404, 'not-found']],
      [999_999, [404, 'not-found']],
    ] as const) {
      expect(await codeOf(await put(id, text, version, other)), String(id)).toEqual(answer);
      expect(await codeOf(await remove(id, '*', other)), String(id)).toEqual(answer);
      expect((await other.get(postCalls.ownPost(id))).status, 'reading is as if there were none').toBe(404);
    }
    const said = async (id: number) => {
      const { requestId: _, ...problem } = (await (await put(id, text, ofHidden, other)).json()) as Problem;
      return problem;
    };
    expect(await said(hidden)).toEqual(await said(999_999));
    const anybody = visit(api);
    for (const id of [mine, hidden, 999_999, 'x']) {
      for (const answer of [
        await anybody.change('PUT', postCalls.post(id), { 'if-match': '*' }, text),
        await anybody.change('DELETE', postCalls.post(id), { 'if-match': '*' }),
        await anybody.get(postCalls.ownPost(id)),
      ])
        expect(await codeOf(answer)).toEqual([401, 'login-required']);
    }
    expect((await read(mine)).title).toBe(text.title);
  });

  test('another site cannot make a browser change a post', async () => {
    const id = await publish(ada);
    for (const origin of ['https://evil.example', ''])
      expect(await codeOf(await ada.change('DELETE', postCalls.post(id), { 'if-match': '*', origin }))).toEqual([
        403,
        'cross-site-request',
      ]);
    expect((await read(id)).id).toBe(id);
  });

  test('a hidden post is its owner’s to delete and not to edit, and comes back as it was', async () => {
    const id = await publish(ada);
    await put(id, { ...text, title: 'Edited' }, '*');
    await hidePost(api.db, id);
    const { version, is_hidden: isHidden, title } = await own(id);
    expect([isHidden, title]).toEqual([true, 'Edited']);
    expect(await codeOf(await put(id, text, version))).toEqual([403, 'post-hidden']);
    await showPost(api.db, id);
    expect(await own(id)).toMatchObject({ version, is_hidden: false });
    await hidePost(api.db, id);
    expect((await remove(id, version)).status).toBe(204);
    expect(await showPost(api.db, id)).toBe(false);
  });

  test('what is edited is checked and sanitised as what is new', async () => {
    const id = await publish(ada);
    const { version } = await own(id);
    for (const [post, field] of [
      [{ ...text, title: ' ' }, 'title'],
      [{ ...text, title: 'x'.repeat(TITLE_MAX + 1) }, 'title'],
      [{ title: 'x' }, 'content'],
      [{ ...text, content: '&#8238;' }, 'content'],
      [{ ...text, content: '<b>'.repeat(1_001) }, 'content'],
      [{ ...text, content: '<img src="/api/blogs/images/AAAAAAAAAAAAAAAAAAAAAA">' }, 'content'],
      [{ ...text, content: 7 }, 'content'],
    ] as const) {
      const answer = await put(id, post, version);
      expect(answer.status).toBe(422);
      expect(((await answer.json()) as Problem).errors![0]!.field).toBe(field);
    }
    const content =
      '<h1 onclick="x()">H</h1><script>alert(1)</script><a href="javascript:alert(1)">l</a><img src=x onerror=alert(1)><svg onload=alert(1)>';
    expect((await put(id, { ...text, content }, version)).status).toBe(200);
    const { content: stored } = await api.db
      .selectFrom('posts')
      .select('content')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(stored).toBe(
      '<h2>H</h2><a href="about:blank" rel="ugc nofollow noopener">l</a><img src="x" alt="" loading="lazy" />',
    );
    expect((await own(id)).content).toBe(stored);
  });

  test('an edit keeps the images that it shows, and no others', async () => {
    const [first, second] = ['A', 'B'].map((letter) => letter.repeat(22)) as [string, string];
    const image = { width: 3, height: 2, createdAt: new Date().toISOString(), hiddenAt: null };
    for (const id of [first, second]) await api.files.put(id, Buffer.from('x'), 'image/webp');
    await api.db
      .insertInto('images')
      .values([first, second].map((id) => ({ ...image, id, storedAs: id })))
      .execute();
    const showing = (id: string) => ({ ...text, content: `<p><img src="${PUBLIC_URL}${postCalls.images}/${id}"></p>` });
    const [id, untouched] = [await publish(ada, showing(first)), await publish(ada, showing(first))];
    expect((await put(id, showing(second), '*')).status).toBe(200);
    const used = await api.db.selectFrom('postImages').select(['imageId', 'postId']).orderBy('imageId').execute();
    expect(used).toEqual([
      { imageId: first, postId: untouched },
      { imageId: second, postId: id },
    ]);
    expect((await read(id)).content).toBe(
      `<p><img src="${postCalls.images}/${second}" alt="" width="3" height="2" loading="lazy" /></p>`,
    );
  });

  test('what is too large or too often is refused', async () => {
    const id = await publish(ada);
    const large = { ...text, content: 'x'.repeat(POST_BODY_MAX_BYTES) };
    expect(await codeOf(await put(id, large, '*'))).toEqual([413, 'body-too-large']);
    expect(await codeOf(await put(id, { ...text, content: 'x'.repeat(CONTENT_MAX + 1) }, '*'))).toEqual([
      422,
      'validation-failed',
    ]);
    const busy = visit(api, '10.8.8.8');
    for (const [name, value] of ada.cookies) busy.cookies.set(name, value);
    const answers = await Promise.all(Array.from({ length: POSTS_PER_MINUTE + 1 }, () => put(id, text, '*', busy)));
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([429]);
  });

  test.each([
    ['links get', postCalls.posts, '<a>x</a>', '<a rel="ugc nofollow noopener">x</a>'.length],
    ['plain text gets', postCalls.add, '<<<<<<<<', '&lt;'.length * 8],
  ])('what is published can be saved again, however much longer %s', async (_what, call, piece, stored) => {
    const sending = (count: number) => ({ ...text, content: piece.repeat(count) });
    const id = await publish(ada, sending(Math.floor(CONTENT_MAX / stored) - 1), call);
    const { content, version } = await own(id);
    expect((await put(id, { ...text, content }, version)).status).toBe(200);
    const tooMuch = sending(CONTENT_MAX / stored + 1);
    const refused = await ada.post(call, tooMuch);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      errors: [{ field: 'content', message: expect.stringMatching(/with its formatting it has 200,0\d\d characters/) }],
    });
    if (call === postCalls.posts) expect((await put(id, tooMuch, '*')).status).toBe(422);
  });

  test("only the owner's answer shows that, and it must not be kept", async () => {
    const id = await publish(ada);
    const mine = await ada.get(postCalls.post(id));
    expect(await mine.json()).toMatchObject({ is_own: true });
    expect(mine.headers.get('cache-control')).toBe('private, no-cache');
    for (const by of [visit(api), other]) {
      const answer = await by.get(postCalls.post(id));
      expect(await answer.json()).not.toHaveProperty('is_own');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('vary')).toContain('cookie');
      expect(answer.headers.get('etag')).not.toBe(mine.headers.get('etag'));
    }
    for (const call of [postCalls.posts, postCalls.list, postFeeds.atom]) {
      const answers = await Promise.all([ada, visit(api)].map(async (by) => await (await by.get(call)).text()));
      expect(answers[0], call).toBe(answers[1]);
    }
  });

  test('a list of many has pages', async () => {
    const many = await memberOf(api, 'many@example.com');
    const { id: ownerId } = await api.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'many@example.com')
      .executeTakeFirstOrThrow();
    const row = { content: '', excerpt: '', author: null, createdAt: new Date().toISOString(), ownerId };
    await api.db
      .insertInto('posts')
      .values(Array.from({ length: 51 }, (_, n) => ({ ...row, title: `Many ${n}` })))
      .execute();
    const newest = await api.db
      .selectFrom('posts')
      .select('id')
      .where('title', '=', 'Many 50')
      .executeTakeFirstOrThrow();
    await hidePost(api.db, newest.id);
    const first = await many.get(postCalls.ownPosts);
    const next = /<([^>]+)>/.exec(first.headers.get('link')!)![1]!;
    expect(((await first.json()) as unknown[]).length).toBe(50);
    expect(await (await many.get(next)).json(), 'no hidden one again').toMatchObject([{ title: 'Many 0' }]);
  });

  test.runIf(kind === 'postgres')('nobody publishes for an account that is being deleted', async () => {
    const email = 'leaving@example.com';
    const leaving = await memberOf(api, email);
    const { id } = (await findUserByEmail(api.db, email))!;
    const other = await beginBeside(api.db);
    await deletePostsOf(other, id);
    const publishing = leaving.post(postCalls.posts, { ...text, title: 'Too late' });
    await lockAwaited(api.db);
    await deleteUser(other, id);
    await other.commit().execute();
    expect(await codeOf(await publishing)).toEqual([401, 'login-required']);
    expect(await api.db.selectFrom('posts').select('id').where('title', '=', 'Too late').execute()).toEqual([]);
  });

  test('a post is deleted even if the folder of mails cannot be read, which is logged', async () => {
    const id = await publish(ada);
    const { version } = await own(id);
    const mails = join(api.place.dataDir, 'mail');
    await writeFile(mails, '');
    const deleted = await remove(id, version);
    await rm(mails);
    expect(deleted.status).toBe(204);
    expect((await api.fetch(postCalls.post(id))).status).toBe(404);
    expect(api.log.filter((line) => line.includes('mails about what was deleted are left as files'))).toHaveLength(1);
  });

  test.runIf(kind === 'postgres')('a hidden post that its owner deletes is not shown', async () => {
    const id = await publish(ada);
    await hidePost(api.db, id);
    const other = await beginBeside(api.db);
    await deletePostRows(other, id);
    const showing = showPost(api.db, id);
    await lockAwaited(api.db);
    await other.commit().execute();
    expect(await showing).toBe(false);
    expect((await api.fetch(postCalls.post(id))).status).toBe(404);
  });

  test.runIf(kind === 'postgres')('a post is hidden and deleted at once: one waits for the other', async () => {
    const id = await publish(ada);
    const other = await beginBeside(api.db);
    await lockPost(other, id);
    const deleting = deletePost(api.db, id, join(api.place.dataDir, 'mail'), eventLog());
    await lockAwaited(api.db);
    expect(await hidePostRows(other, id)).toBe(true);
    await other.commit().execute();
    expect(await deleting).toBe(true);
    expect(await api.db.selectFrom('hiddenPosts').select('id').where('id', '=', id).execute()).toEqual([]);
  });

  test.runIf(kind === 'postgres').each([
    ['hidden', hidePost],
    ['shown again', showPost],
  ])('a post is %s while its account is deleted: one waits for the other', async (_, change) => {
    const email = newEmail();
    const leaving = await memberOf(api, email);
    const id = await publish(leaving);
    if (change === showPost) await hidePost(api.db, id);
    const holding = await beginBeside(api.db);
    await lockOutOwner(holding, (await findUserByEmail(api.db, email))!.id);
    const deleting = leaving.post(accountCalls.deleteAccount, { password: goodPassword });
    await lockAwaited(api.db, 1);
    const changing = change(api.db, id);
    await lockAwaited(api.db, 2);
    await holding.commit().execute();
    expect((await deleting).status).toBe(200);
    expect(await changing).toBe(false);
  });

  test('an account takes its posts with it, hidden ones too, and nobody else’s', async () => {
    const leaving = await memberOf(api, 'leaving@example.com');
    const [shown, hidden, others] = [await publish(leaving), await publish(leaving), await publish(other)];
    await hidePost(api.db, hidden);
    expect((await leaving.post(accountCalls.deleteAccount, { password: goodPassword })).status).toBe(200);
    expect((await api.fetch(postCalls.post(shown))).status).toBe(404);
    expect(await showPost(api.db, hidden)).toBe(false);
    expect((await read(others)).id).toBe(others);
  });
});

test.each([
  ['off', 403],
  ['members', 200],
] as const)('POSTING=%s: existing posts can be deleted', async (POSTING, status) => {
  const before = await startApi('sqlite');
  const ada = await memberOf(before, 'ada@example.com');
  const { postId } = (await (await ada.post(postCalls.posts, text)).json()) as { postId: number };
  const api = await startApi('sqlite', { POSTING }, { beside: before });
  const send = (method: string, body?: object) =>
    api.fetch(postCalls.post(postId), {
      ...(body ? json(body) : {}),
      method,
      headers: {
        cookie: [...ada.cookies].map((pair) => pair.join('=')).join('; '),
        origin: PUBLIC_URL,
        'if-match': '*',
        ...(body && { 'content-type': 'application/json' }),
      },
    });
  expect((await send('PUT', { ...text, title: 'Later' })).status).toBe(status);
  expect((await send('DELETE')).status).toBe(204);
  await api.close();
  await before.close();
});

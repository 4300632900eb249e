import { IDEMPOTENCY_HEADER } from 'shared/contracts/idempotency';
import type { Problem } from 'shared/contracts/problem';
import { type Post, type PostDetail, type PostSummary, postCalls } from 'shared/contracts/posts';
import { POST_ID_MAX } from 'shared/rules/posts/post-id';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertPost } from './repository.ts';
import { json, startApi, type TestApi } from '../../../test/support/api.ts';
import { databaseKinds } from '../../../test/support/database.ts';
import { expectHeadLikeGet } from '../../../test/support/head.ts';
import { memberOf } from '../../../test/support/visitor.ts';

/** The site's own articles, in the database from the first migration on. */
const ARTICLES = 7;

describe.each(databaseKinds)('posts on %s', (kind) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(kind);
  });
  afterAll(() => api.close());

  const read = async <T>(path: string) => (await (await api.fetch(path)).json()) as T;
  const publish = async (path: string, post: object) => {
    const response = await api.fetch(path, json(post));
    expect(response.status).toBe(201);
    const { postId } = (await response.json()) as { postId: number };
    return await read<Post>(postCalls.post(postId));
  };

  test("the site's own articles are there, newest first, and the next post follows them", async () => {
    const articles = await read<PostSummary[]>(postCalls.posts);
    expect(articles.map(({ id }) => id)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(articles[0]).toEqual({
      id: 7,
      title: 'Founder talk: why we cut before we add',
      author: 'Tonye Briggs',
      created_at: '2024-06-12T09:00:00.000Z',
      excerpt: 'Our founder on scope, and why the smallest version comes first.',
    });
    expect((await publish(postCalls.add, { title: 'First', content: 'First' })).id).toBe(ARTICLES + 1);
  });

  test("sanitising changes nothing in the site's own articles", async () => {
    for (let id = 1; id <= ARTICLES; id += 1) {
      const { content } = await api.db
        .selectFrom('posts')
        .select('content')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect((await read<Post>(postCalls.post(id))).content).toBe(content);
    }
  });

  test('plain text stays text and keeps its lines', async () => {
    const post = await publish(postCalls.add, {
      title: '<b>T</b>',
      content: 'one\r\ntwo <script>alert(1)</script> & "more"\n\nthree',
      author: ' Ada ',
    });
    expect(post).toMatchObject({ title: '<b>T</b>', author: 'Ada' });
    expect(post.content).toBe('<p>one<br />two &lt;script&gt;alert(1)&lt;/script&gt; &amp; "more"</p>\n<p>three</p>');
  });

  test('an author whose name is invisible is none', async () => {
    const posted = { title: 'T', content: 'x', author: '\u3164' };
    for (const call of [postCalls.posts, postCalls.add]) expect((await publish(call, posted)).author).toBeNull();
  });

  test('rich text keeps its structure and loses what could harm', async () => {
    const post = await publish(postCalls.posts, {
      title: 'Rich',
      content:
        '<h2>Head</h2><p onclick="x()">Text <a href="javascript:alert(1)">link</a></p><script>alert(1)</script><img src="x" onerror="x()">',
    });
    expect(post.content).toBe(
      '<h2>Head</h2><p>Text <a href="about:blank" rel="ugc nofollow noopener">link</a></p><img src="x" alt="" loading="lazy" />',
    );
    expect(post.author).toBeNull();
  });

  test.each([
    ['U+202E in its text', 'Ada &#8238;ibO'],
    ['… in hexadecimal', 'Ada &#x202Eibo'],
    ['an isolate in a description', '<img src="https://example.com/a.png" alt="Ada &#x2066;ibO">'],
    ['a control character', 'Ada &#7;'],
    ['U+202E in the title of a link', '<a title="&#8238;" href="/">ibO</a>'],
  ])('rich text cannot hide %s as an entity', async (_what, content) => {
    const before = await api.db.selectFrom('posts').select('id').execute();
    const response = await api.fetch(postCalls.posts, json({ title: 'Turned', content }));
    expect(response.status).toBe(422);
    expect(((await response.json()) as Problem).errors).toEqual([
      { field: 'content', message: expect.stringMatching(/^The content contains .*\(U\+(202E|2066|0007), .*\)/) },
    ]);
    expect(await api.db.selectFrom('posts').select('id').execute()).toEqual(before);
  });

  test('marks of direction and joiners may be written as numbers, and plain text may name any', async () => {
    const marks = await publish(postCalls.posts, { title: 'Marks', content: '<p>&#8206;&#x200D;&#8204;x</p>' });
    expect(marks.content).toBe('<p>\u200e\u200d\u200cx</p>');
    expect((await publish(postCalls.add, { title: 'Named', content: '&#8238;' })).content).toBe('<p>&amp;#8238;</p>');
  });

  test("an editor's bullets are stored as a list that everybody understands", async () => {
    const post = await publish(postCalls.posts, {
      title: 'List',
      content:
        '<ol><li data-list="bullet"><span class="ql-ui" contenteditable="false"></span>a</li><li data-list="bullet" class="ql-indent-1">b</li></ol><p><br></p>',
    });
    const { content } = await api.db
      .selectFrom('posts')
      .select('content')
      .where('id', '=', post.id)
      .executeTakeFirstOrThrow();
    expect(content).toBe('<ul><li>a<ul><li>b</li></ul></li></ul>');
    expect(post.content).toBe(content);
  });

  test('a post names the posts beside it', async () => {
    const first = await publish(postCalls.add, { title: 'One', content: 'x' });
    const second = await publish(postCalls.add, { title: 'Two', content: 'x' });
    const third = await publish(postCalls.add, { title: 'Three', content: 'x' });
    expect(await read<PostDetail>(postCalls.post(second.id))).toMatchObject({
      older: { id: first.id, title: 'One' },
      newer: { id: third.id, title: 'Three' },
    });
    expect(await read<PostDetail>(postCalls.post(1))).toMatchObject({ older: null, newer: { id: 2 } });
    expect((await read<PostDetail>(postCalls.post(third.id))).newer).toBeNull();
  });

  test.each([postCalls.posts, postCalls.add])('a double click on %s makes one post', async (path) => {
    const post = { title: 'Once', content: 'text' };
    const send = (body: object, key = `${kind}${path}`) => api.fetch(path, json(body, { [IDEMPOTENCY_HEADER]: key }));
    const count = async () => (await api.db.selectFrom('posts').select('id').execute()).length;
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 6 }, async () => (await send(post)).text()));
    expect(new Set(answers).size).toBe(1);
    expect(JSON.parse(answers[0] ?? '')).toEqual({ postId: expect.any(Number) });
    expect(await count()).toBe(before + 1);
    expect((await send({ ...post, title: 'Another' })).status).toBe(422);
    expect((await send(post, 'with space')).status).toBe(400);
    expect((await send(post, `other ${path}`.replaceAll(' ', '-'))).status).toBe(201);
    expect(await count()).toBe(before + 2);
  });

  test('what got into the database by another way is sanitised when it is read', async () => {
    const id = await insertPost(api.db, {
      title: 'Old',
      content: '<p>kept</p><script>alert(1)</script>',
      excerpt: 'kept',
      author: null,
      createdAt: new Date().toISOString(),
    });
    expect((await read<Post>(postCalls.post(id))).content).toBe('<p>kept</p>');
    const [newest] = await read<Post[]>(postCalls.list);
    expect(newest).toMatchObject({ id, content: '<p>kept</p>' });
  });

  test('a title is required', async () => {
    for (const path of [postCalls.posts, postCalls.add]) {
      const response = await api.fetch(path, json({ title: ' ', content: 'text' }));
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ code: 'validation-failed', errors: [{ field: 'title' }] });
    }
    expect((await api.fetch(postCalls.add, json({ title: 'T', content: ' ' }))).status).toBe(422);
    expect((await api.fetch(postCalls.posts, json({ title: 'T', content: '<b>'.repeat(60_000) }))).status).toBe(422);
    expect((await api.fetch(postCalls.posts, json({ title: 'T', content: '' }))).status).toBe(201);
  });

  test.each([
    '0',
    '-1',
    '1e999',
    '1.5',
    '999',
    '2147483648',
    '99999999999999999999',
    'NaN',
    '%00',
    '%F0%9F%92%A9',
    'x'.repeat(5_000),
  ])('there is no post %s', async (id) => {
    const response = await api.fetch(`${postCalls.posts}/${id}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'not-found' });
  });

  test('both lists lead from page to page through every post exactly once', async () => {
    for (let n = 0; n < 110; n += 1) {
      await insertPost(api.db, {
        title: `Post ${n}`,
        content: `<p>${n}</p>`,
        excerpt: `${n}`,
        author: null,
        createdAt: new Date().toISOString(),
      });
    }
    const rows = await api.db.selectFrom('posts').select('id').orderBy('id', 'desc').execute();
    for (const path of [postCalls.posts, postCalls.list]) {
      const pages: number[][] = [];
      for (let next: string | undefined = path; next; ) {
        const response = await api.fetch(next);
        pages.push(((await response.json()) as { id: number }[]).map(({ id }) => id));
        next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
      }
      expect(pages.flat()).toEqual(rows.map(({ id }) => id));
      expect(pages.map(({ length }) => length)).toEqual([50, 50, rows.length - 100]);
    }
  });

  test('a list with the same posts has a new tag once nothing older follows', async () => {
    for (let n = 0; n < 51; n += 1) {
      const createdAt = new Date().toISOString();
      await insertPost(api.db, { title: `Post ${n}`, content: 'x', excerpt: 'x', author: null, createdAt });
    }
    const first = await api.fetch(postCalls.posts);
    const posts = (await first.json()) as { id: number }[];
    expect(first.headers.get('link')).toContain('rel="next"');
    const headers = { 'if-none-match': first.headers.get('etag')! };
    expect((await api.fetch(postCalls.posts, { headers })).status).toBe(304);
    await expectHeadLikeGet(api, postCalls.post(posts[0]!.id));
    await api.db.deleteFrom('posts').where('id', '<', posts.at(-1)!.id).execute();
    const last = await api.fetch(postCalls.posts, { headers });
    expect([last.status, last.headers.get('link')]).toEqual([200, null]);
    expect(await last.json()).toEqual(posts);
  });

  test('a page of full posts stays below a few megabytes', async () => {
    for (let n = 0; n < 12; n += 1) {
      await insertPost(api.db, {
        title: `Long ${n}`,
        content: 'x'.repeat(200_000),
        excerpt: 'x',
        author: null,
        createdAt: new Date().toISOString(),
      });
    }
    const response = await api.fetch(postCalls.list);
    expect(await response.json()).toHaveLength(5);
    expect(response.headers.get('link')).toMatch(/before=\d+>; rel="next"/);
  });

  test.each(['abc', '-1', '0', '1e9', '', '1&before=2', String(POST_ID_MAX + 1), '99999999999'])(
    'a page before %j is refused',
    async (before) => {
      expect((await api.fetch(`${postCalls.posts}?before=${before}`)).status).toBe(422);
    },
  );

  test('the last post that there can be has a page before it', async () => {
    expect((await api.fetch(`${postCalls.posts}?before=${POST_ID_MAX}`)).status).toBe(200);
  });
});

describe.each([
  ['members', 401, 'login-required'],
  ['off', 403, 'posting-closed'],
] as const)('POSTING=%s', (POSTING, status, code) => {
  test('visitors read and do not publish', async () => {
    const api = await startApi('sqlite', { POSTING });
    try {
      for (const path of [postCalls.posts, postCalls.add]) {
        const response = await api.fetch(path, json({ title: 'T', content: 'text' }));
        expect(response.status).toBe(status);
        expect(await response.json()).toMatchObject({ code });
      }
      expect(await (await api.fetch(postCalls.posts)).json()).toHaveLength(ARTICLES);
    } finally {
      await api.close();
    }
  });
});

test('POSTING=members lets members publish, as long as they are logged in', async () => {
  const api = await startApi('sqlite', { POSTING: 'members' });
  try {
    const member = await memberOf(api, 'ada@example.com');
    for (const path of [postCalls.posts, postCalls.add]) {
      expect((await member.post(path, { title: 'T', content: 'text' })).status).toBe(201);
      const fromElsewhere = await member.post(path, { title: 'T', content: 'text' }, { origin: 'http://evil.test' });
      expect(fromElsewhere.status).toBe(403);
    }
    expect((await member.post(postCalls.images, 'no picture')).status).toBe(415);
    await member.logout();
    expect((await member.post(postCalls.posts, { title: 'T', content: 'text' })).status).toBe(401);
  } finally {
    await api.close();
  }
});

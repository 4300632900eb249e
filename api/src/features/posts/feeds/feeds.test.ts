import { parseFeed } from 'htmlparser2';
import { postCalls, postFeeds } from 'shared/contracts/posts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertPost } from '../repository.ts';
import { json, PUBLIC_URL, startApi, type TestApi } from '../../../../test/support/api.ts';
import { databaseKinds } from '../../../../test/support/database.ts';
import { expectHeadLikeGet } from '../../../../test/support/head.ts';

describe.each(databaseKinds)('feeds and site map on %s', (kind) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(kind);
  });
  afterAll(() => api.close());

  const read = async (path: string) => {
    const response = await api.fetch(path);
    expect(response.status).toBe(200);
    return { text: await response.text(), type: response.headers.get('content-type') };
  };
  const publish = async (post: object) => {
    const response = await api.fetch(postCalls.posts, json(post));
    return ((await response.json()) as { postId: number }).postId;
  };

  test.each([
    [postFeeds.rss, 'rss', 'application/rss+xml; charset=utf-8'],
    [postFeeds.atom, 'atom', 'application/atom+xml; charset=utf-8'],
  ])('%s has the newest posts with their text', async (path, type, contentType) => {
    const id = await publish({
      title: `Feed & <b>"title"</b> ]]> \u{1F600}`,
      content:
        '<p>See <a href="/contact">us</a>, <a href="#part">here</a> and <a href="//other.test/x">there</a>: a href="/kept"</p>',
      author: "O'Brien & <Söhne>",
    });
    const { text, type: sent } = await read(path);
    expect(sent).toBe(contentType);
    const feed = parseFeed(text, { xmlMode: true });
    expect(feed).toMatchObject({ type, title: 'Portloom blog' });
    const url = `${PUBLIC_URL}/post/${id}`;
    expect(feed?.items[0]).toMatchObject({ id: url, link: url, title: `Feed & <b>"title"</b> ]]> \u{1F600}` });
    expect(Math.abs(Number(feed?.items[0]?.pubDate) - Date.now())).toBeLessThan(60_000);
    expect(text).toContain("O'Brien &amp; &lt;Söhne&gt;");
    expect(text).toContain(`href=&quot;${PUBLIC_URL}/contact&quot;`);
    for (const kept of ['href=&quot;#part&quot;', 'href=&quot;//other.test/x&quot;', 'a href=&quot;/kept&quot;'])
      expect(text).toContain(kept);
  });

  test('what a visitor wrote without a name is not taken for the words of the company, whose feed it is', async () => {
    await publish({ title: 'No name', content: '<p>x</p>' });
    const entries = (await read(postFeeds.atom)).text.split('<entry>').slice(1);
    const authorOf = (title: string) =>
      /<author><name>(.*)<\/name>/.exec(entries.find((entry) => entry.includes(`<title>${title}</title>`))!)?.[1];
    expect(authorOf('No name')).toBe('Anonymous');
    expect(authorOf('Port Harcourt to anywhere: remote by default'), 'the author of the feed').toBeUndefined();
  });

  test('a feed has at most 20 posts and stays small', async () => {
    for (let n = 0; n < 25; n += 1) await publish({ title: `Post ${n}`, content: '<p>x</p>' });
    expect(parseFeed((await read(postFeeds.atom)).text, { xmlMode: true })?.items).toHaveLength(20);
    for (let n = 0; n < 4; n += 1) {
      await insertPost(api.db, {
        title: `Long ${n}`,
        content: 'x'.repeat(200_000),
        excerpt: 'x',
        author: null,
        createdAt: new Date().toISOString(),
      });
    }
    expect(parseFeed((await read(postFeeds.rss)).text, { xmlMode: true })?.items).toHaveLength(2);
  });

  test('the site map names every post exactly once, in parts that do not change', async () => {
    await insertPost(api.db, {
      id: 10_001,
      title: 'Far',
      content: '',
      excerpt: '',
      author: null,
      createdAt: '2031-01-01T00:00:00.000Z',
    } as never);
    const parts = Array.from(
      (await read(postFeeds.sitemap)).text.matchAll(/<loc>([^<]+)<\/loc>/g),
      ([, url = '']) => url,
    );
    expect(parts).toEqual([1, 2].map((part) => `${PUBLIC_URL}${postFeeds.sitemap}?part=${part}`));
    const [first, second] = await Promise.all(parts.map((part) => read(part.slice(PUBLIC_URL.length))));
    const ids = await api.db.selectFrom('posts').select('id').orderBy('id').execute();
    const named = Array.from(`${first?.text}${second?.text}`.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url]) => url);
    expect(named).toEqual(ids.map(({ id }) => `${PUBLIC_URL}/post/${id}`));
    expect(second?.text).toContain('<lastmod>2031-01-01T00:00:00.000Z</lastmod>');
    expect((await api.fetch(`${postFeeds.sitemap}?part=3`)).status).toBe(404);
    expect((await api.fetch(`${postFeeds.sitemap}?part=x`)).status).toBe(422);
  });

  test.each([postCalls.posts, postCalls.post(1), postCalls.list, postFeeds.rss, postFeeds.atom, postFeeds.sitemap])(
    'a client that has %s as it is does not get it again, until it changes',
    async (path) => {
      const first = await api.fetch(path);
      await first.text();
      const tag = first.headers.get('etag') ?? '';
      expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
      for (const known of [tag, `"other", ${tag}`, tag.slice(2), '*']) {
        const response = await api.fetch(path, { headers: { 'if-none-match': known } });
        expect(response.status).toBe(304);
        expect(response.headers.get('etag')).toBe(tag);
        expect(await response.text()).toBe('');
      }
      await expectHeadLikeGet(api, path);
      const statusFor = async (known: string) => {
        const response = await api.fetch(path, { headers: { 'if-none-match': known } });
        await response.text();
        return response.status;
      };
      expect(await statusFor('"other"')).toBe(200);
      if (path === postCalls.post(1) || path === postFeeds.sitemap) return;
      await publish({ title: 'One more', content: 'x' });
      expect(await statusFor(tag)).toBe(200);
    },
  );

  test('an error has no tag and is never "not modified"', async () => {
    const response = await api.fetch(postCalls.post(9_999), { headers: { 'if-none-match': '*' } });
    expect(response.status).toBe(404);
    expect(response.headers.get('etag')).toBeNull();
  });
});

import { type PostSummary, postCalls } from 'shared/contracts/posts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, startApi, type TestApi } from '../../../../test/support/api.ts';
import { databaseKinds } from '../../../../test/support/database.ts';

describe.each(databaseKinds)('searching posts on %s', (kind) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(kind);
  });
  afterAll(() => api.close());

  const publish = async (title: string, content: string) => {
    const response = await api.fetch(postCalls.posts, json({ title, content }));
    return ((await response.json()) as { postId: number }).postId;
  };
  const search = (query: string) => api.fetch(`${postCalls.posts}?${new URLSearchParams({ q: query })}`);
  const found = async (query: string) => ((await (await search(query)).json()) as PostSummary[]).map(({ id }) => id);

  test("the site's own articles are found by title and text", async () => {
    const summaries = (await (await search('founder')).json()) as PostSummary[];
    expect(summaries.map(({ id }) => id)).toContain(7);
    expect(summaries[0]).toHaveProperty('excerpt');
    expect(await found('currenc')).toContain(3);
  });

  test('every word must be there, in title or text, whole or begun, whatever its case and accents', async () => {
    const id = await publish(
      'Zebra crossings',
      '<p>In <em>Ọ̀</em>nà streets, <b>q</b>uagga&#8209;like</p><pre><code>x &lt; y</code></pre>',
    );
    for (const query of ['zebra', 'ZEBRA ona', 'zeb cross', 'quagga like', 'Ọ̀NÀ', '  streets,zebra!  ', 'y x zebra']) {
      expect(await found(query), query).toEqual([id]);
    }
    for (const query of ['zebra unicorn', 'ebra', 'ze', 'em zebra', 'lt zebra'])
      expect(await found(query), query).toEqual([]);
  });

  test.each([
    '"',
    "'",
    '*',
    '^',
    '-',
    '()',
    ')(',
    'AND',
    'OR NOT',
    'NEAR(a b)',
    'words:',
    'col : x',
    '"unbalanced',
    "it's",
    '\\',
    '%',
    '_',
    ':*',
    '& | !',
    '<->',
    'a & b | !c',
    "'a':*",
    '; drop table posts; --',
    '\u0001',
    '\ud800',
    '\u202e',
    '😀',
    'é\u0301\u0301\u0301',
    '   ',
    '{}[]',
    '1e999',
    'null',
  ])('%j is a search like any other', async (query) => {
    const response = await search(query);
    expect(response.status).toBe(200);
    expect(await response.json()).toBeInstanceOf(Array);
  });

  test('a badly written query is not an error either', async () => {
    for (const long of ['ﷺ', 'x', '"a" ', '%', 'a* '])
      expect((await search(long.repeat(1_000))).status, long).toBe(200);
    for (const query of ['q', 'q=', 'q=%', 'q=%ff%fe', 'q=a&q=b', 'q[]=a', 'q=a&q[b]=c']) {
      expect((await api.fetch(`${postCalls.posts}?${query}`)).status, query).toBe(200);
    }
    const everything = (await (await api.fetch(postCalls.posts)).json()) as PostSummary[];
    expect(await found(' ')).toEqual(everything.map(({ id }) => id));
    expect(await found('???')).toEqual([]);
  });

  test('results lead from page to page, newest first', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 60; n += 1) ids.push(await publish(`Okapi ${n}`, 'x'));
    const pages: number[][] = [];
    for (let next: string | undefined = `${postCalls.posts}?q=okap%C3%AC+okapi`; next; ) {
      const response = await api.fetch(next);
      pages.push(((await response.json()) as PostSummary[]).map(({ id }) => id));
      next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(pages.map(({ length }) => length)).toEqual([50, 10]);
    expect(pages.flat()).toEqual(ids.toReversed());

    const long = await api.fetch(`${postCalls.posts}?q=okapi${'!'.repeat(6_000)}`);
    expect(long.headers.get('link')!.length, 'of a search only what counts is in it').toBeLessThan(1_000);
  });

  test('a text of 200,000 different signs is published and found', async () => {
    const words = Array.from(
      { length: 25_000 },
      (_, n) => `${String.fromCodePoint(0x4e00 + (n % 20_000))}${n.toString(36)}`,
    ).join(' ');
    const id = await publish('Gnu', words.slice(0, 199_000));
    expect(await found('gnu')).toEqual([id]);
    await publish('Kudu', 'ﷺ '.repeat(90_000));
    expect(await found('kudu')).toHaveLength(1);
  });
});

/** What the corpus becomes on its way through the API. That nothing of it runs in a browser is tested end to end. */
import { type DefaultTreeAdapterTypes, html as parse5, parseFragment, serialize } from 'parse5';
import { type Post, postCalls, postFeeds } from 'shared/contracts/posts';
import { allowedAttributes, allowedTags, isImageUrl, isLinkUrl } from 'shared/rules/posts/rich-text';
import { isText } from 'shared/rules/text';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { xssVectors } from '../../../../../e2e/fixtures/xss-corpus.ts';
import { json, startApi, type TestApi } from '../../../../test/support/api.ts';

/** Everything that does not belong in a post, found by a parser that behaves like those of browsers. */
function foreign(html: string): string[] {
  const found: string[] = [];
  const look = (node: DefaultTreeAdapterTypes.Node): void => {
    if (node.nodeName === '#comment' || node.nodeName === '#documentType') found.push(node.nodeName);
    if ('tagName' in node) {
      const { tagName, namespaceURI, attrs } = node;
      if (namespaceURI !== parse5.NS.HTML || !(allowedTags.includes(tagName) || tagName === 'tbody'))
        found.push(`<${tagName}>`);
      for (const { name, value } of attrs) {
        const isFine =
          allowedAttributes[tagName]?.includes(name) &&
          (name !== 'href' || isLinkUrl(value)) &&
          (name !== 'src' || value === '' || isImageUrl(value));
        if (!isFine) found.push(`<${tagName} ${name}=${JSON.stringify(value)}>`);
      }
      if ('content' in node) look(node.content as DefaultTreeAdapterTypes.Node);
    }
    if ('childNodes' in node) node.childNodes.forEach(look);
  };
  look(parseFragment(html));
  return found;
}

describe('hostile posts', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi('sqlite');
  });
  afterAll(() => api.close());

  const published = async (path: string, post: object) => {
    const response = await api.fetch(path, json(post));
    expect(response.status).toBe(201);
    const { postId } = (await response.json()) as { postId: number };
    return (await (await api.fetch(postCalls.post(postId))).json()) as Post;
  };

  test('there are many of them, all different', () => {
    expect(new Set(xssVectors.map(({ html }) => html)).size).toBe(xssVectors.length);
    expect(xssVectors.length).toBeGreaterThanOrEqual(150);
  });

  test.each(xssVectors)('$kind: $html', async ({ html }) => {
    expect(foreign(html), 'it is hostile by itself').not.toEqual([]);
    if (!isText(html)) {
      expect(
        (await api.fetch(postCalls.posts, json({ title: 'x', content: html }))).status,
        'characters that are no text',
      ).toBe(422);
      return;
    }
    const { content } = await published(postCalls.posts, { title: 'x', content: html });
    expect(foreign(content)).toEqual([]);
    const parsedOnce = serialize(parseFragment(content));
    expect(serialize(parseFragment(parsedOnce)), 'parsing it again changes nothing').toBe(parsedOnce);
    const { content: again } = await published(postCalls.posts, { title: 'x', content });
    expect(again, 'publishing it again changes nothing').toBe(content);
  });

  test('all of it together', async () => {
    const content = xssVectors
      .map(({ html }) => html)
      .filter(isText)
      .join('\n');
    expect(foreign((await published(postCalls.posts, { title: 'x', content })).content)).toEqual([]);
  });

  test('as plain text it is text', async () => {
    for (const { html } of xssVectors) {
      const { content } = await published(postCalls.add, {
        title: 'x',
        content: html.replace(/[\u0001-\u0008\u000c-\u001f]/g, ' '),
      });
      expect(content.replace(/<\/?p>|<br \/>/g, '')).not.toMatch(/[<>]/);
    }
  });

  test('in a title or a name it is text, in feeds too', async () => {
    const lines = xssVectors
      .map(({ html }) => html)
      .filter((html) => html.length <= 100 && !/[\u0000-\u001f]/.test(html));
    expect(lines.length).toBeGreaterThan(100);
    for (const html of lines.slice(-20)) await published(postCalls.add, { title: html, content: 'x', author: html });
    for (const feed of [postFeeds.rss, postFeeds.atom]) {
      const text = await (await api.fetch(feed)).text();
      const tags = Array.from(text.matchAll(/<\/?([\w:]+)/g), ([, name]) => name);
      expect(
        [...new Set(tags)].filter((name) => /^(script|img|svg|math|iframe|form|meta|style|p|a|b|x)$/.test(name ?? '')),
      ).toEqual([]);
    }
  });
});

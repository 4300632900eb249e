/** What a document has beyond its copy does not depend on which hashes its files happen to have. */
import { expect, test } from 'vitest';
import { withOtherHashes } from './document-sizes.ts';

const hash = 'QxWqUNlEokh7eH9vsqq7rO8N//bDlNoepvUg1wg0TEaHsDHOu54L81/gTb1Oc/8t';
const documentWith = (file: string, release: string, content: string) =>
  `<p>mf-blog has 62ce6d05064e90 posts</p><link href="/remotes/mf-blog/${release}/assets/form-${file}.js">
  {"integrity":{"/remotes/mf-blog/${release}/assets/form-${file}.js":"sha384-${content}"},"mf-blog":"${release}"}`;

test('each hash becomes another one of its length, the same everywhere; nothing else changes', () => {
  const html = documentWith('COj-SkHO', '62ce6d05064e90', hash);
  const other = withOtherHashes(html, 1);
  const [, release, file] = /remotes\/mf-blog\/([\da-f]{14})\/assets\/form-([\w-]{8})\.js/.exec(other)!;
  const [, content] = /sha384-([A-Za-z\d+/]{64})"/.exec(other)!;
  expect([release, file, content]).not.toEqual(expect.arrayContaining(['62ce6d05064e90']));
  expect([file, content]).not.toContain('COj-SkHO');
  expect(content).not.toBe(hash);
  expect(other).toBe(documentWith(file!, release!, content!));
});

test('a draw is always the same, and another one differs', () => {
  const html = documentWith('COj-SkHO', '62ce6d05064e90', hash);
  expect(withOtherHashes(html, 2)).toBe(withOtherHashes(html, 2));
  expect(withOtherHashes(html, 2)).not.toBe(withOtherHashes(html, 3));
});

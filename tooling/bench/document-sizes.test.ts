/** What a document has beyond its copy does not depend on which hashes its files happen to have. */
import { expect, test } from 'vitest';
import { withOtherHashes } from './document-sizes.ts';

const hash = 'QxWqUNlEokh7eH9vsqq7rO8N//bDlNoepvUg1wg0TEaHsDHOu54L81/gTb1Oc/8t';
const shorter = 'ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs';
const documentWith = (file: string, release: string, content: string, ofEntry: string) =>
  `<p>mf-blog has 62ce6d05064e90 posts</p><link href="/remotes/mf-blog/${release}/assets/form-${file}.js">
  {"integrity":{"/remotes/mf-blog/${release}/assets/form-${file}.js":"sha256-${content}=",
  "/remotes/mf-blog/${release}/remoteEntry.js":"sha384-${ofEntry}"},"mf-blog":"${release}"}`;

test('each hash becomes another one of its length, the same everywhere; nothing else changes', () => {
  const html = documentWith('COj-SkHO', '62ce6d05064e90', shorter, hash);
  const other = withOtherHashes(html, 1);
  const [, release, file] = /remotes\/mf-blog\/([\da-f]{14})\/assets\/form-([\w-]{8})\.js/.exec(other)!;
  const [, content] = /sha256-([A-Za-z\d+/]{43})="/.exec(other)!;
  const [, ofEntry] = /sha384-([A-Za-z\d+/]{64})"/.exec(other)!;
  expect([release, file, content]).not.toEqual(expect.arrayContaining(['62ce6d05064e90']));
  expect([file, content]).not.toContain('COj-SkHO');
  expect(content).not.toBe(shorter);
  expect(ofEntry).not.toBe(hash);
  expect(other).toBe(documentWith(file!, release!, content!, ofEntry!));
});

test('a draw is always the same, and another one differs', () => {
  const html = documentWith('COj-SkHO', '62ce6d05064e90', shorter, hash);
  expect(withOtherHashes(html, 2)).toBe(withOtherHashes(html, 2));
  expect(withOtherHashes(html, 2)).not.toBe(withOtherHashes(html, 3));
});

import { expect, test } from 'vitest';
import { issueDocument, IssueError, UNSUBSCRIBE_PLACE } from './issue-document.ts';

const made = (markdown: string) => issueDocument({ subject: 'News & <more>', markdown }, 'https://site.test');

test('a page and a text that say the same', () => {
  const { html, text } = made(
    '## Work\n\nWe *made* it, [look](/post/1).\n\n- one\n- **two**\n\n> Well done.\n\n1. <hello@site.test>',
  );
  expect(html).toContain('>News &amp; &lt;more&gt;</h1>');
  expect(html).toMatch(/<a href="https:\/\/site\.test\/post\/1">look<\/a>/);
  expect(html).toMatch(/<li style="[^"]+"><strong>two<\/strong><\/li>/);
  expect(text).toMatch(
    /^News & <more>\n\nWork\n====\n\nWe made it, look \(https:\/\/site\.test\/post\/1\)\.\n\n- one\n- two\n\n> Well done\.\n\n1\. hello@site\.test\n/,
  );
  for (const part of [html, text]) expect(part.split(UNSUBSCRIBE_PLACE)).toHaveLength(2);
});

test('what is in the text is text', () => {
  expect(made('Tom & Jerry say 1 < 2, "quoted".').html).toContain('Tom &amp; Jerry say 1 &lt; 2, &quot;quoted&quot;.');
  expect(made('`<b>`').html).toContain('&lt;b&gt;');
});

test('a link may name its address below', () => {
  const { html, text } = made('[Look][1].\n\n[1]: /post/1');
  expect(html).toMatch(/<p style="[^"]+"><a href="https:\/\/site\.test\/post\/1">Look<\/a>\.<\/p>\n<div/);
  expect(text).toContain('\n\nLook (https://site.test/post/1).\n\n-- \n');
});

test.each([1, 0, 3])('a list that begins with %i does so in both', (first) => {
  const { html, text } = made(`${first}. one\n${first + 1}. two`);
  expect(Number(/<ol(?: start="(\d+)")? style/.exec(html)![1] ?? 1)).toBe(first);
  expect(text).toContain(`\n\n${first}. one\n${first + 1}. two\n`);
});

test('references to characters are those characters, but for code', () => {
  const { html, text } = made(
    'AT&T &amp; we &#8211; [here](/a?b=1&amp;c=2) &copy; ![&eacute;](https://a.test/?b&amp;c) `&amp;`',
  );
  expect(html).toContain('AT&amp;T &amp; we – <a href="https://site.test/a?b=1&amp;c=2">here</a> ©');
  expect(html).toContain('<img src="https://a.test/?b&amp;c" alt="é"');
  expect(html).toContain('>&amp;amp;</code>');
  expect(text).toContain('AT&T & we – here (https://site.test/a?b=1&c=2) © [é] &amp;\n');
  expect(issueDocument({ subject: 'Q&amp;A', markdown: 'Yes' }, 'https://site.test').html).toContain(
    '>Q&amp;amp;A</h1>',
  );
});

test.each([
  ['<script>alert(1)</script>', /<script>.* \(html\) cannot be shown in a mail: headings, paragraphs, lists/],
  ['a <b>word</b>', /"<b>" \(html\) cannot be shown/],
  ['[x](javascript:alert(1))', /A link leads to "javascript:alert\(1\)"\. Links begin with https:\/\//],
  ['[x](//elsewhere.test)', /A link leads to "\/\/elsewhere.test"/],
  ['![x](data:image/png;base64,AA)', /A link leads to "data:/],
  ['| a |\n|---|\n| b |', /\(table\) cannot be shown/],
])('%s is refused', (markdown, sentence) => {
  expect(() => made(markdown)).toThrow(IssueError);
  expect(() => made(markdown)).toThrow(sentence);
});

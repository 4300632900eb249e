import { expect, test } from 'vitest';
import { CONTENT_MAX } from '../limits.ts';
import { plainTextOf, plainTextToHtml } from './plain-text.ts';

test.each(['one', 'one\ntwo\n\nthree', 'a < b && c > d &lt; &amp;lt; "quoted"', '<p>typed</p>\n<br />', '  spaces  '])(
  '%j comes back as it was typed',
  (text) => {
    expect(plainTextOf(plainTextToHtml(text))).toBe(text);
  },
);

test('paragraphs of the editor are plain text, too', () => {
  expect(plainTextOf('<p>one</p><p>two</p><p>three</p>')).toBe('one\n\ntwo\n\nthree');
  expect(plainTextOf('')).toBe('');
});

test.each([
  '<p>one <strong>two</strong></p>',
  '<h2>one</h2>',
  '<p>one</p><ul><li>two</li></ul>',
  '<p></p><p>one</p>',
  'one',
  '<p>a&nbsp;b</p>',
  '<p>a<br />\n\nb</p>',
])('%j says more than text', (html) => {
  expect(plainTextOf(html)).toBeUndefined();
});

test('plain text is never markup', () => {
  expect(plainTextToHtml('a <b> & "c"\r\n\r\n\n d\re\n')).toBe('<p>a &lt;b&gt; &amp; "c"</p>\n<p> d<br />e</p>');
});

test('empty lines around the text are left out', () => {
  expect(plainTextToHtml('\r\n\n one\n\n\n')).toBe('<p> one</p>');
  expect(plainTextToHtml('\n\n')).toBe('<p></p>');
});

test('any number of line breaks costs no more than a moment', () => {
  const before = process.cpuUsage();
  expect(plainTextToHtml(`a${'\n'.repeat(CONTENT_MAX - 2)}b`)).toBe('<p>a</p>\n<p>b</p>');
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(2_000);
});

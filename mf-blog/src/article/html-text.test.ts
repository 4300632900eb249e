import { expect, test } from 'vitest';
import { readingMinutes, withoutLead } from './html-text.ts';

test('reading takes a minute for 200 words, and at least one', () => {
  expect(readingMinutes('<p>Hello</p>')).toBe(1);
  expect(readingMinutes(`<p>${'word '.repeat(900)}</p>`)).toBe(5);
});

test.each(['我们织布', 'ぬのをおる'])(
  'without spaces between words it takes a minute for 400 characters: %s',
  (text) => {
    expect(readingMinutes(`<p>${text.repeat(2_000 / text.length)}</p>`)).toBe(5);
    expect(readingMinutes(`<p>${'word '.repeat(400)}${text.repeat(800 / text.length)}</p>`)).toBe(4);
  },
);

test('a short plain first paragraph is the lead', () => {
  expect(withoutLead('<p>Cut &amp; sew.</p>\n<h2>Why</h2>', 20)).toEqual({
    lead: 'Cut & sew.',
    body: '\n<h2>Why</h2>',
  });
});

test.each([
  ['the only one', '<p>One.</p>'],
  ['too long', `<p>${'a'.repeat(21)}</p><p>b</p>`],
  ['formatted', '<p>a <b>b</b></p><p>c</p>'],
  ['of several lines', '<p>a<br>b</p><p>c</p>'],
  ['blank', '<p> </p><p>c</p>'],
  ['not a paragraph', '<h2>a</h2><p>b</p>'],
])('a first paragraph that is %s stays in the text', (_, html) => {
  expect(withoutLead(html, 20)).toEqual({ lead: null, body: html });
});

import { expect, test } from 'vitest';
import { firstWords, readingMinutes, withoutLead } from './html-text.ts';

test('markup goes, text stays', () => {
  expect(firstWords('<p>Cut &amp; sew<br>&lt;b&gt; is text</p>\n<p>More</p>', 100)).toBe('Cut & sew <b> is text More');
});

test('formatting within a line takes no room', () => {
  expect(firstWords('<p>H<sub>2</sub>O, <a href="https://a.example/">over <b>the</b>re</a>.<br />New</p>', 100)).toBe(
    'H2O, over there. New',
  );
});

test('headings and code are no part of the first words, unless there is nothing else', () => {
  expect(firstWords('<h2>Why</h2><p>We cut.</p><pre class="x">npm\nstart</pre><p>We sew.</p>', 100)).toBe(
    'We cut. We sew.',
  );
  expect(firstWords('<h2>Why <em>not</em></h2>', 100)).toBe('Why not');
});

test('a long text ends between words', () => {
  expect(firstWords('<p>one two three</p>', 9)).toBe('one two…');
  expect(firstWords('<p>onetwothree</p>', 5)).toBe('onetw…');
  expect(firstWords('<p>Here it begins. And goes on.</p>', 16), 'no full stop before the dots').toBe('Here it begins…');
});

test('reading takes a minute for 200 words, and at least one', () => {
  expect(readingMinutes('<p>Hello</p>')).toBe(1);
  expect(readingMinutes(`<p>${'word '.repeat(900)}</p>`)).toBe(5);
});

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

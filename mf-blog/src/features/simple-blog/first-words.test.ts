import { expect, test } from 'vitest';
import { firstWords } from './first-words.ts';

test('markup goes, text stays', () => {
  expect(firstWords('<p>Cut &amp; sew<br>&lt;b&gt; is text</p>\n<p>More</p>', 100)).toBe('Cut & sew <b> is text More');
});

test('a long text ends between words', () => {
  expect(firstWords('<p>one two three</p>', 9)).toBe('one two…');
  expect(firstWords('<p>onetwothree</p>', 5)).toBe('onetw…');
});

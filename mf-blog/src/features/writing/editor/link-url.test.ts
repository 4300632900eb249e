import { expect, test } from 'vitest';
import { linkUrl } from './link-url.ts';

test.each([
  ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
  [' mailto:a@example.com ', 'mailto:a@example.com'],
  ['tel:+2348000000000', 'tel:+2348000000000'],
  ['/contact', '/contact'],
  ['a@example.com', 'mailto:a@example.com'],
  ['example.com', 'https://example.com'],
  ['www.example.com/a', 'https://www.example.com/a'],
])('%j leads to %j', (typed, url) => {
  expect(linkUrl(typed)).toBe(url);
});

test.each([
  '',
  ' ',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'ftp://files.example',
  'file:///etc/passwd',
  'a word',
  '+2348000000000',
  '10.0.0.1/a',
])('%j leads nowhere', (typed) => {
  expect(linkUrl(typed)).toBeUndefined();
});

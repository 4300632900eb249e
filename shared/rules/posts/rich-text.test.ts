import { expect, test } from 'vitest';
import { isImageUrl, isLinkUrl } from './rich-text.ts';

test.each([
  'https://example.com/',
  'HTTP://example.com',
  'mailto:a@example.com',
  'tel:+2348000000000',
  '/contact',
  '#top',
  '?page=2',
  '//example.com',
  'about:blank',
])('a link may lead to %j', (url) => expect(isLinkUrl(url)).toBe(true));

test.each([
  'javascript:alert(1)',
  ' java\tscript:alert(1)',
  'JaVaScRiPt:x',
  '\u0001javascript:x',
  'vbscript:x',
  'data:text/html,x',
  'file:///etc',
  'blob:https://x/y',
  'about:srcdoc',
  'https://[',
])('a link may not lead to %j', (url) => expect(isLinkUrl(url)).toBe(false));

test.each([
  'https://example.com/a.png',
  'http://example.com/a.png',
  '/a.png',
  'data:image/png;base64,AAAA',
  ' DATA:image/gif;base64,AA',
])('an image may come from %j', (url) => expect(isImageUrl(url)).toBe(true));

test.each(['data:text/html,x', 'd\nata:text/html,x', 'javascript:x', 'mailto:a@b.c', 'blob:https://x/y', 'https://['])(
  'an image may not come from %j',
  (url) => expect(isImageUrl(url)).toBe(false),
);

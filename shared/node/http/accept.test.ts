import { expect, test } from 'vitest';
import { prefersHtml, prefersPlainText } from './accept.ts';

test.each([
  ['text/plain', true],
  ['TEXT/PLAIN; charset=utf-8', true],
  ['text/*', true],
  ['text/plain, */*;q=0.1', true],
  ['application/json;q=0.4, text/plain;q=0.5', true],
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/json', false],
  ['application/json, text/plain', false],
  ['text/plain;q=0', false],
  ['text/plain;q=nonsense', false],
  ['text/html,application/xhtml+xml,*/*;q=0.8', false],
])('Accept %j asks for plain text: %s', (accept, expected) => {
  expect(prefersPlainText(accept)).toBe(expected);
});

test('a browser that opens a URL prefers HTML, a client that asks for JSON or nothing does not', () => {
  expect(prefersHtml('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')).toBe(true);
  for (const accept of [undefined, '', '*/*', 'application/json', 'application/json, text/html;q=0.5'])
    expect(prefersHtml(accept)).toBe(false);
});

import { expect, test } from 'vitest';
import { readSearch } from './read-search.ts';

test.each([
  ['', ['q'], ''],
  ['?q=a', [], ''],
  ['?x=1', ['q'], ''],
  ['?q=a&x=1', ['q'], '?q=a'],
  ['?before=2&q=a', ['q', 'before'], '?q=a&before=2'],
  ['?q=a&q=b', ['q'], '?q=a'],
  ['?q', ['q'], '?q='],
  ['?Q=a', ['q'], ''],
  ['?q=a%26b+c', ['q'], '?q=a%26b+c'],
  ['?__proto__=1&constructor=2', ['q'], ''],
])('of %s a page that reads %j gets "%s"', (search, names, read) => {
  expect(readSearch(search, names)).toBe(read);
  expect(readSearch(read, names), 'and of that the same').toBe(read);
});

import { expect, test } from 'vitest';
import { isEmpty, joined } from './draft.ts';

test('blank lines are nothing, a picture is something', () => {
  expect(isEmpty({ title: ' ', ops: [{ insert: '\n \n' }] })).toBe(true);
  expect(isEmpty({ title: 'A', ops: [{ insert: '\n' }] })).toBe(false);
  expect(isEmpty({ title: '', ops: [{ insert: { image: '/a' } }, { insert: '\n' }] })).toBe(false);
});

test('a text begun elsewhere follows; blank lines before it go', () => {
  expect(joined([{ insert: '\n' }], [{ insert: 'b\n' }])).toEqual([{ insert: 'b\n' }]);
  expect(joined([{ insert: 'a\n' }], [{ insert: 'b\n' }])).toEqual([{ insert: 'a\n' }, { insert: 'b\n' }]);
});

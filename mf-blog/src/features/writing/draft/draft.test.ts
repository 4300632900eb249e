import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dropDraft, isEmpty } from './draft.ts';
import { appendTo, draftOf, joined, takeDraft } from './read-draft.ts';

test('blank lines count as empty, an image does not', () => {
  expect(isEmpty({ title: ' ', ops: [{ insert: '\n \n' }] })).toBe(true);
  expect(isEmpty({ title: 'A', ops: [{ insert: '\n' }] })).toBe(false);
  expect(isEmpty({ title: '', ops: [{ insert: { image: '/a' } }, { insert: '\n' }] })).toBe(false);
});

test('a text begun elsewhere follows; blank lines before it go', () => {
  expect(joined([{ insert: '\n' }], [{ insert: 'b\n' }])).toEqual([{ insert: 'b\n' }]);
  expect(joined([{ insert: 'a\n' }], [{ insert: 'b\n' }])).toEqual([{ insert: 'a\n' }, { insert: 'b\n' }]);
});

test('a title that is carried to a post with another one is not lost', () => {
  const text = (words: string) => [{ insert: `${words}\n` }];
  const carried = (title: string) => {
    dropDraft('new');
    appendTo('new', { title: 'First', ops: text('a'), savedAt: 1 });
    appendTo('new', { title, ops: text('b'), savedAt: 2 });
    return takeDraft('new');
  };
  const heading = [{ insert: 'Second one' }, { insert: '\n', attributes: { header: 2 } }];
  expect(carried('Second\none')).toEqual({ title: 'First', ops: [...text('a'), ...heading, ...text('b')], savedAt: 2 });
  for (const title of ['', ' ', 'First']) expect(carried(title)?.ops).toEqual([...text('a'), ...text('b')]);
  dropDraft('new');
  appendTo('new', { title: ' ', ops: text('a'), savedAt: 1 });
  appendTo('new', { title: 'Second', ops: text('b'), savedAt: 2 });
  expect(takeDraft('new')).toEqual({ title: 'Second', ops: [...text('a'), ...text('b')], savedAt: 2 });
  dropDraft('new');
});

const read = (ops: unknown, more: object = {}) => draftOf(JSON.stringify({ title: 'A', savedAt: 1, ops, ...more }));

test('a draft of this editor is read as it was kept', () => {
  const ops = [
    { insert: 'a', attributes: { bold: true, link: 'https://example.com' } },
    { insert: '\n', attributes: { header: 2 } },
    { insert: { image: '/a' }, attributes: { alt: 'b' } },
    { insert: '\n', attributes: { list: 'bullet', indent: 1 } },
    { insert: 'c\n', attributes: { 'code-block': 'plain' } },
  ];
  expect(read(ops)).toEqual({ title: 'A', savedAt: 1, ops });
});

test.each<[string, unknown]>([
  ['an embed that is not known', { insert: { video: '/a.mp4' } }],
  ['an embed of two kinds', { insert: { video: '/a.mp4', image: '/a' } }],
  ['an object where text belongs', { insert: { image: { a: 1 } } }],
  ['a list where an object belongs', { insert: ['image'] }],
  ['nothing', null],
  ['a number', { insert: 7 }],
  ['a deletion', { delete: 3 }],
])('%s is left out, and said', (_, operation) => {
  expect(read([operation, { insert: 'Still here\n' }])).toEqual({
    title: 'A',
    savedAt: 1,
    ops: [{ insert: 'Still here\n' }],
    isPartial: true,
  });
});

test.each([
  [{ header: { a: 1 } }],
  [{ header: 99 }],
  [{ link: { a: 1 } }],
  [{ link: null }],
  [{ list: 'unknown' }],
  [{ formula: 'x' }],
  [{ constructor: true }],
  ['bold'],
])('text stays without the format %j', (attributes) => {
  expect(read([{ insert: 'a\n', attributes }])?.ops).toEqual([{ insert: 'a\n' }]);
});

test('a title that is not text, and a time that is not a time, are left out', () => {
  expect(read([], { title: { toString: 1 }, savedAt: 1e300 })).toEqual({
    title: '',
    ops: [],
    savedAt: 0,
    isPartial: true,
  });
});

test.each([null, '', '{', 'null', '5', '"x"', '[]', '{}', '{"ops":{}}', '{"ops":"x"}'])('%j is no draft', (text) => {
  expect(draftOf(text)).toBeUndefined();
});

test('whatever was stored, only text and images are read', () => {
  fc.assert(
    fc.property(fc.json(), fc.array(fc.jsonValue()), (any, ops) => {
      for (const draft of [draftOf(any), read(ops)]) {
        for (const { insert } of draft?.ops ?? [])
          expect(typeof insert === 'string' || typeof (insert as { image: unknown }).image === 'string').toBe(true);
      }
    }),
  );
});

import { expect, test } from 'vitest';
import { endOfMarks, meaningOf } from './marks.ts';

type Change = Parameters<typeof endOfMarks>[0];

test.each([
  ['# ', 'header', 2],
  ['## ', 'header', 2],
  ['##\u00a0', 'header', 2],
  ['### ', 'header', 3],
  ['- ', 'list', 'bullet'],
  ['* ', 'list', 'bullet'],
  ['1. ', 'list', 'ordered'],
  ['> ', 'blockquote', true],
  ['```', 'code-block', true],
])('%j means %s', (typed, format, value) => {
  expect(meaningOf(typed)).toEqual({ format, value });
});

test.each(['##', '-', '2019. ', '#hash ', '#### ', 'a - ', '--', '`', '``', ' ', ''])('%j means nothing', (typed) => {
  expect(meaningOf(typed)).toBeUndefined();
});

test.each([
  [[{ insert: ' ' }], 1],
  [[{ retain: 7 }, { insert: '`' }], 8],
  [[{ retain: 7 }, { insert: 'x' }], undefined],
  [[{ retain: 7 }, { insert: '## ' }], undefined],
  [[{ retain: 7 }, { insert: ' ' }, { delete: 2 }], undefined],
  [[{ retain: 7 }, { delete: 1 }], undefined],
  [[{ insert: { image: 'x' } }], undefined],
  [[], undefined],
])('after %j marks end at %j', (ops, end) => {
  expect(endOfMarks({ ops } as unknown as Change)).toBe(end);
});

import { expect, test } from 'vitest';
import { commandArguments, nothingMore, percentOf, wholeNumberOf } from './arguments.ts';

test.each([
  ['0', 0],
  ['10', 10],
  ['0.5', 0.5],
  ['99.99', 99.99],
  ['100', 100],
])('%s percent', (given, percent) => {
  expect(percentOf('--traffic', given)).toBe(percent);
});

test.each(['101', '-1', '', ' 5', '5 ', '1e1', '0.001', '10%', 'all', '1000', '٣'])(
  '"%s" is no percentage',
  (given) => {
    expect(() => percentOf('--traffic', given)).toThrow(
      `--traffic takes a percentage from 0 to 100, like 10 or 0.5, not "${given}".`,
    );
  },
);

test('whole numbers have limits', () => {
  expect([wholeNumberOf('--days', '0', 0, 9), wholeNumberOf('--days', '9', 0, 9)]).toEqual([0, 9]);
  for (const given of ['10', '-1', '1.5', '', 'x', '99999999999'])
    expect(() => wholeNumberOf('--days', given, 0, 9)).toThrow(
      `--days takes a whole number from 0 to 9, not "${given}".`,
    );
});

test('unknown options are named, with what is allowed', () => {
  const read = (...args: string[]) => commandArguments({ args, options: { to: { type: 'string' } } }, 'It takes --to.');
  expect(read('mf-blog', '--to', '1')).toMatchObject({ values: { to: '1' }, positionals: ['mf-blog'] });
  expect(() => read('--two')).toThrow("Unknown option '--two'. It takes --to.");
  expect(() => read('--to')).toThrow(/^Option '--to <value>' argument missing\. It takes --to\.$/);
});

test('a word too many is named', () => {
  expect(() => nothingMore([], 'It takes --to.')).not.toThrow();
  expect(() => nothingMore(['1a2b3c', 'more'], 'It takes --to.')).toThrow(
    '"1a2b3c" is one word too many. It takes --to.',
  );
});

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { referenceOf } from './reference.ts';

test('a reference is eight letters and digits that sound different, the same for the same id', () => {
  expect(referenceOf('00000000-0000-4000-8000-000000000000')).toBe('0000-0000');
  expect(referenceOf('ffffffff-ffff-4fff-bfff-ffffffffffff')).toBe('ZZZZ-ZZZZ');
  expect(referenceOf('3f0e61f2-7d3c-4d7e-9d9a-00000000001f')).toBe('0000-000Z');
  for (let index = 0; index < 1_000; index += 1)
    expect(referenceOf(randomUUID())).toMatch(/^[\dA-HJKMNP-TV-Z]{4}-[\dA-HJKMNP-TV-Z]{4}$/);
});

test('different ids have different ones', () => {
  const references = new Set(Array.from({ length: 10_000 }, () => referenceOf(randomUUID())));
  expect(references.size).toBeGreaterThanOrEqual(9_999);
});

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { integrityOf, isIntact, moduleIntegrityOf } from './integrity.ts';

const hash = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('base64');

test('is SHA-384, and SHA-256 for modules', () => {
  expect(integrityOf('a')).toBe(`sha384-${hash('sha384', 'a')}`);
  expect(moduleIntegrityOf('a')).toBe(`sha256-${hash('sha256', 'a')}`);
});

test.each([integrityOf, moduleIntegrityOf])('is known again, and nothing else passes for it (%o)', (of) => {
  expect(isIntact('a', of('a'))).toBe(true);
  expect(isIntact(Buffer.from('a'), of('a'))).toBe(true);
  expect(isIntact('b', of('a'))).toBe(false);
  expect(isIntact('', of('a'))).toBe(false);
});

test('an algorithm that is too weak, or none, never passes', () => {
  for (const made of [`sha1-${hash('sha1', 'a')}`, `sha512-${hash('sha512', 'a')}`, hash('sha384', 'a'), ''])
    expect(isIntact('a', made as never), made).toBe(false);
});

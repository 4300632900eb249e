import { expect, test } from 'vitest';
import { cookieOf, setCookie } from './cookies.ts';

const ORIGIN = 'https://site.example';

test('what is set comes back', () => {
  const header = setCookie(ORIGIN, 'sample', { value: 'a-token_1.2', maxAge: 60 });
  expect(header).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
  expect(cookieOf(ORIGIN, `other=1; ${header.split(';')[0]}`, 'sample')).toBe('a-token_1.2');
});

test.each(['a; Domain=elsewhere.example', 'a\r\nb', 'a b', 'a"b', 'é', '\u202e'])('%j is no value', (value) => {
  expect(() => setCookie(ORIGIN, 'sample', { value, maxAge: 60 })).toThrow(RangeError);
});

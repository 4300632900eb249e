import { expect, test } from 'vitest';
import { broughtBy } from './brought.ts';

test('where to go on and who referred are handed on, and nothing else', () => {
  const { next, ref, handOn } = broughtBy({ search: '?error=cancelled&ref=ABCDEFGH23&next=%2Fpost%2F1%3Fx%3D1' });
  expect({ next, ref }).toEqual({ next: '/post/1?x=1', ref: 'ABCDEFGH23' });
  expect(handOn('/login')).toBe('/login?next=%2Fpost%2F1%3Fx%3D1&ref=ABCDEFGH23');
  expect(handOn('/register?notice=mail-sent')).toBe(
    '/register?notice=mail-sent&next=%2Fpost%2F1%3Fx%3D1&ref=ABCDEFGH23',
  );
});

test.each(['', '?next=%2F', '?next=//evil.test/', '?ref=', '?ref=%00', '?ref=ABCDEFGH23%00'])(
  '%j brings nothing',
  (search) => {
    const { next, ref, handOn } = broughtBy({ search });
    expect([next, ref, handOn('/login')]).toEqual(['/', '', '/login']);
  },
);

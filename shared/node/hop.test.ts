import { expect, test } from 'vitest';
import { hopToken, isHopToken } from './hop.ts';

test('only the token of the same secret is believed', () => {
  const token = hopToken('one secret');
  expect(isHopToken('one secret', token)).toBe(true);
  for (const wrong of [
    undefined,
    '',
    'x',
    `${token}x`,
    token.slice(1),
    [token],
    hopToken('another secret'),
    'one secret',
    'ä'.repeat(43),
  ]) {
    expect(isHopToken('one secret', wrong)).toBe(false);
  }
});

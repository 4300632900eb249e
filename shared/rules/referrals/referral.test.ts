import { expect, test } from 'vitest';
import { dollars, isTimeOfEvent, redeemableFrom } from './referral.ts';

test('tokens can be redeemed thirty days later, and never later than can be compared', () => {
  expect(redeemableFrom('2026-01-01T00:00:00.000Z')).toBe('2026-01-31T00:00:00.000Z');
  for (const end of ['9999-12-20T00:00:00.000Z', '+275760-09-13T00:00:00.000Z'])
    expect(redeemableFrom(end)).toBe('9999-12-31T23:59:59.999Z');
});

test.each([
  ['2000-01-01T00:00:00Z', true],
  ['1999-12-31T23:59:59Z', false],
  ['0000-01-01T00:00:00Z', false],
  ['2026-03-02T00:00:00Z', true],
  ['2026-03-02T00:00:01Z', false],
  ['9999-12-31T23:59:59Z', false],
  ['yesterday', false],
])('an event of %s, on 1 March 2026: %s', (timestamp, isPossible) => {
  expect(isTimeOfEvent(timestamp, Date.parse('2026-03-01T00:00:00Z'))).toBe(isPossible);
});

test.each([
  [300, '$3'],
  [450, '$4.50'],
  [0, '$0'],
  [-300, '−$3'],
  [-50, '−$0.50'],
])('%i cents are %s', (amount, text) => {
  expect(dollars(amount)).toBe(text);
});

import { expect, test } from 'vitest';
import { impersonal, MESSAGE_LENGTH } from './impersonal.ts';

test.each([
  ['Cannot read properties of undefined', 'Cannot read properties of undefined'],
  ['fetch of /blog?q=ada#top failed', 'fetch of /blog… failed'],
  ['for <ada@example.com>, or bob@example.com', 'for … or …'],
  ['call +2348031234567 or 12345', 'call +… or 12345'],
  ['"Ada Obi" is not valid, nor is "Bob', '… is not valid, nor is …'],
  ['a @ b, @scope and x@', 'a @ b, @scope and x@'],
])('%j is reported as %j', (message, told) => {
  expect(impersonal(message)).toBe(told);
});

test('a long message costs no more than a moment', () => {
  const before = process.cpuUsage();
  for (const piece of ['a', '"', '1"', '@'])
    expect(impersonal(piece.repeat(40_000)).length).toBeLessThanOrEqual(MESSAGE_LENGTH);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(2_000);
});

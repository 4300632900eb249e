import { expect, test } from 'vitest';
import { dayText } from './day.tsx';

test('a day reads the same way everywhere, whatever the month', () => {
  expect(dayText('2024-05-28T09:00:00.000Z', 'UTC')).toBe('28 May 2024');
  expect(dayText('2024-09-02', 'UTC')).toBe('2 September 2024');
  expect(dayText(Date.UTC(2024, 11, 31, 23, 59), 'UTC')).toBe('31 December 2024');
});

import { expect, test, vi } from 'vitest';
import { dayText } from './day.tsx';

const DAY_MS = 86_400_000;

test('a day reads the same way everywhere, whatever the month', () => {
  expect(dayText('2024-05-28T09:00:00.000Z', 'UTC')).toBe('28 May 2024');
  expect(dayText('2024-09-02', 'UTC')).toBe('2 September 2024');
  expect(dayText(Date.UTC(2024, 11, 31, 23, 59), 'UTC')).toBe('31 December 2024');
});

test.each(['UTC', undefined] as const)('it is what Intl writes, without a formatter: %s', (timeZone) => {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', ...(timeZone && { timeZone }) });
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  for (let day = 0; day < 366; day++) {
    const moment = Date.UTC(2024, 0, 1, 23, 30) + day * DAY_MS;
    expect(dayText(moment, timeZone)).toBe(format.format(moment));
  }
  expect(made).not.toHaveBeenCalled();
  made.mockRestore();
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FaultLog } from './fault-log.ts';
import { Pauses } from './pauses.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** The clock of the machine is put back by an hour. */
const putBack = (): void => void vi.setSystemTime(Date.now() - 3_600_000);

test('a pause grows with each failure, and a clock that is put back does not lengthen it', () => {
  const pauses = new Pauses();
  pauses.failed('a page');
  putBack();
  vi.advanceTimersByTime(4_900);
  expect(pauses.isPaused('a page')).toBe(true);
  vi.advanceTimersByTime(200);
  expect(pauses.isPaused('a page')).toBe(false);
  pauses.failed('a page');
  vi.advanceTimersByTime(9_900);
  expect(pauses.isPaused('a page')).toBe(true);
  vi.advanceTimersByTime(200);
  expect(pauses.isPaused('a page')).toBe(false);
  for (let more = 0; more < 5; more += 1) pauses.failed('a page');
  vi.advanceTimersByTime(59_900);
  expect(pauses.isPaused('a page')).toBe(true);
  vi.advanceTimersByTime(200);
  expect(pauses.isPaused('a page'), 'for a minute at most').toBe(false);
  vi.advanceTimersByTime(5 * 60_000);
  pauses.failed('a page');
  vi.advanceTimersByTime(5_100);
  expect(pauses.isPaused('a page'), 'what is long ago counts no more').toBe(false);
});

test('a failure that is free is not followed by a pause, the next one is', () => {
  const pauses = new Pauses();
  const isPaused = () => (pauses.failed('a release', { free: 1 }), pauses.isPaused('a release'));
  expect([isPaused(), isPaused()]).toEqual([false, true]);
  vi.advanceTimersByTime(5_100);
  expect(pauses.isPaused('a release'), 'the first pause is the shortest').toBe(false);
});

test('a fault is logged again after a minute, whatever the clock says', () => {
  const error = vi.fn<(facts: object, text: string) => void>();
  const faults = new FaultLog();
  const tell = () => faults.tell({ error }, { remote: 'mf-sample', release: '1', page: '/', reason: 'endless loop' });
  tell();
  putBack();
  tell();
  expect(error).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  tell();
  expect(error).toHaveBeenCalledTimes(2);
  expect(error).toHaveBeenLastCalledWith(expect.objectContaining({ times: 2 }), expect.anything());
});

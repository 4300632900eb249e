import { expect, test } from 'vitest';
import { FailureLog, type ToldFailure } from './failure-log.ts';

const failure: ToldFailure = {
  kind: 'render',
  remote: 'mf-sample',
  release: '2',
  composition: '0123456789ab',
  page: '/sample',
  message: 'Error: on purpose',
  at: null,
};

const { message, ...facts } = failure;
const told = { ...facts, error: message };

function started() {
  const lines: object[] = [];
  let now = 1_000_000;
  const log = new FailureLog({ warn: (facts, msg) => lines.push({ ...facts, msg }) }, () => now);
  return { lines, log, wait: (seconds: number) => void (now += seconds * 1_000) };
}

test('a failure that lasts is one line a minute, which says how often it happened', () => {
  const { lines, log, wait } = started();
  for (let time = 0; time < 100; time += 1) log.tell(failure);
  expect(lines).toEqual([{ ...told, msg: 'a browser reports a failure' }]);
  wait(60);
  log.tell(failure);
  expect(lines[1]).toMatchObject({ ...told, times: 100 });
  wait(59);
  log.tell(failure);
  expect(lines, 'the next minute begins with it').toHaveLength(2);
});

test('the same in another release is another line', () => {
  const { lines, log } = started();
  log.tell(failure);
  log.tell({ ...failure, release: '3' });
  expect(lines).toHaveLength(2);
});

test('thousands of different ones get fifty lines, and one that counts the rest', () => {
  const { lines, log, wait } = started();
  for (let time = 0; time < 5_000; time += 1) log.tell({ ...failure, message: `Error: ${time}` });
  expect(lines).toHaveLength(50);
  wait(61);
  log.tell(failure);
  expect(lines.slice(50)).toMatchObject([{ times: 4_950 }, told]);
  wait(61);
  log.tell(failure);
  expect(lines.slice(52), 'the rest is counted once').toEqual([{ ...told, msg: 'a browser reports a failure' }]);
});

import { ApiError } from 'shared/api-client/api';
import type { Problem, ProblemCode } from 'shared/contracts/problem';
import { expect, test } from 'vitest';
import { failureOf } from './refusal.ts';

const answered = (status: number, code: ProblemCode) => {
  const problem: Problem = { type: 'about:blank', title: 'No', status, detail: 'The reason.', code };
  return new ApiError(status, code, 'POST /api', problem);
};

test.each([
  ['a refusal', answered(422, 'validation-failed'), { problem: 'The reason.', code: 'validation-failed' }],
  ['a firewall', new ApiError(403, 'internal-error', 'a page'), 'failed'],
  ['a database that is away', answered(503, 'unavailable'), 'failed'],
  ['a full disk', answered(507, 'storage-full'), 'failed'],
  ['a commit without an answer', answered(503, 'outcome-unknown'), 'unsure'],
  ['what was not foreseen', answered(500, 'internal-error'), 'unsure'],
  ['the shell, whose API did not answer', answered(503, 'api-unreachable'), 'unsure'],
  ['a fault of the page', new TypeError('x is undefined'), 'unsure'],
])('%s', (_, error, failure) => {
  expect(failureOf(error)).toEqual(failure);
});

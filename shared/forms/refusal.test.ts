import { expect, test } from 'vitest';
import { ApiError } from '../api-client/api.ts';
import type { Problem, ProblemCode } from '../contracts/problem.ts';
import { NotSentError, refusalOf, refused } from './refusal.ts';

const problem = (status: number, errors?: Problem['errors']): Problem => ({
  type: 'about:blank',
  title: 'No',
  status,
  detail: 'The reason.',
  code: 'validation-failed',
  ...(errors ? { errors } : {}),
});
const failureOf = (status: number, code: ProblemCode) =>
  new ApiError(status, code, 'POST /api', { ...problem(status), code });
const failure = (status: number, errors?: Problem['errors']) =>
  new ApiError(status, 'validation-failed', 'POST /api', problem(status, errors));

test('what the API says of fields is shown beside them, and its sentence is the message', () => {
  const errors = [
    { field: 'email', message: 'invalid Email' },
    { field: 'phone', message: 'invalid phone number' },
  ];
  expect(refusalOf(failure(422, errors), 'Otherwise.')).toEqual({
    status: 422,
    message: 'The reason.',
    errors: { email: 'invalid Email', phone: 'invalid phone number' },
    code: 'validation-failed',
  });
});

test('without an answer of the API the form has its own words', () => {
  expect(refusalOf(new ApiError(0, 'api-unreachable', 'offline'), 'Otherwise.')).toEqual({
    status: 503,
    message: 'Otherwise.',
    errors: {},
    isUnsure: true,
  });
  expect(refusalOf(new ApiError(200, 'internal-error', 'no JSON'), 'Otherwise.')).toMatchObject({
    status: 503,
    message: 'Otherwise.',
  });
  expect(refusalOf(new ApiError(502, 'internal-error', 'a page'), 'Otherwise.')).toMatchObject({
    status: 502,
    message: 'Otherwise.',
  });
});

test('a failure of which the API knows that nothing was done is shown in its words', () => {
  expect(refusalOf(failureOf(503, 'unavailable'), 'Otherwise.').message).toBe('The reason.');
  expect(refusalOf(failureOf(507, 'storage-full'), 'Otherwise.').message).toBe('The reason.');
  expect(refusalOf(failureOf(429, 'too-many-requests'), 'Otherwise.').message).toBe('The reason.');
});

test('otherwise the form has its own, unless the failure was not foreseen: then they name the request', () => {
  expect(refusalOf(failureOf(503, 'outcome-unknown'), 'Otherwise.').message).toBe('Otherwise.');
  expect(refusalOf(failureOf(503, 'api-unreachable'), 'Otherwise.').message).toBe('Otherwise.');
  expect(refusalOf(failureOf(500, 'internal-error'), 'Otherwise.').message).toBe('The reason.');
});

test.each([
  ['no answer', new ApiError(0, 'api-unreachable', 'offline'), true],
  ['the shell, when the API did not answer', failureOf(503, 'api-unreachable'), true],
  ['the shell, which could not send it', failureOf(503, 'api-not-reached'), undefined],
  ['a page of a proxy', new ApiError(504, 'internal-error', 'a page'), true],
  ["an answer that is not the API's", new ApiError(200, 'internal-error', 'no JSON'), true],
  ['a firewall', new ApiError(403, 'internal-error', 'a page'), undefined],
  ['the API, which is away', failureOf(503, 'unavailable'), undefined],
  ['the API, which has no room', failureOf(507, 'storage-full'), undefined],
  ['the API, whose database did not answer a commit', failureOf(503, 'outcome-unknown'), true],
  ['the API, after what was not foreseen', failureOf(500, 'internal-error'), true],
])('a form that was refused by %s is told from one that may have arrived', (_, error, isUnsure) => {
  expect(refusalOf(error, 'Otherwise.').isUnsure).toBe(isUnsure);
});

test('a form that found its own words keeps them; a programming error is not a refusal', () => {
  expect(refusalOf(new NotSentError('Submission failed!', 0), 'Otherwise.')).toEqual({
    status: 503,
    message: 'Submission failed!',
    errors: {},
  });
  expect(() => refusalOf(new TypeError('x is undefined'), 'Otherwise.')).toThrow('x is undefined');
});

test('the first check that failed is the message', () => {
  expect(
    refused([
      { field: 'a', message: 'First.' },
      { field: 'b', message: 'Second.' },
    ]),
  ).toEqual({
    status: 422,
    message: 'First.',
    errors: { a: 'First.', b: 'Second.' },
  });
});

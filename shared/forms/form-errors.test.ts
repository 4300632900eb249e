import { expect, test } from 'vitest';
import { withProblem } from './form-errors.ts';

test("a field's words stay until it is right, and say what is wrong now", () => {
  expect(withProblem({ email: 'field must not be empty' }, 'email', 'invalid Email')).toEqual({
    email: 'invalid Email',
  });
  expect(withProblem({ email: 'invalid Email' }, 'email', undefined)).toEqual({ email: undefined });
});

test('a field of which nothing was said is left in peace', () => {
  const errors = { email: 'invalid Email' };
  expect(withProblem(errors, 'phone', 'invalid phone number')).toBe(errors);
});

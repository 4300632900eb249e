import { expect, test, vi } from 'vitest';
import { contactForm } from '../rules/contact/contact-form.ts';
import { withProblem, wrongFields } from './form-errors.ts';

test("a field's words stay until it is right, and say what is wrong now", () => {
  expect(withProblem({ email: 'field must not be empty' }, 'email', (name) => `invalid ${name}`)).toEqual({
    email: 'invalid email',
  });
  expect(withProblem({ email: 'invalid Email' }, 'email', () => undefined)).toEqual({ email: undefined });
});

test('a field without a complaint is left alone', () => {
  const errors = { email: 'invalid Email' };
  const look = vi.fn(() => 'invalid phone number');
  expect(withProblem(errors, 'phone', look)).toBe(errors);
  expect(look, 'it is not looked at: that costs each key').not.toHaveBeenCalled();
});

test('a summary lists what is wrong in the order of the page, and no field that is right by now', () => {
  const errors = { email: 'invalid Email', phone: undefined, subject: 'field must not be empty' };
  expect(wrongFields(contactForm, 'contact', errors, ['fullName', 'subject', 'email', 'phone', 'message'])).toEqual([
    { id: 'contact-subject', label: 'Company Name', message: 'field must not be empty' },
    { id: 'contact-email', label: 'Email', message: 'invalid Email' },
  ]);
});

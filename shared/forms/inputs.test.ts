import { expect, test } from 'vitest';
import { applicationForm } from '../rules/careers/application-form.ts';
import { contactForm } from '../rules/contact/contact-form.ts';
import { loginForm } from '../rules/accounts/login-form.ts';
import { passwordChangeForm } from '../rules/accounts/account-form.ts';
import { valueFields } from '../rules/form.ts';
import { inputOf } from './inputs.ts';

test('an input is what its field is', () => {
  const email = {
    name: 'email',
    label: 'Email',
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    'aria-required': true,
  };
  expect(inputOf(contactForm, 'email')).toMatchObject(email);
  expect(inputOf(contactForm, 'phone')).toMatchObject({ type: 'tel', inputMode: 'numeric', autoComplete: 'tel' });
  expect(inputOf(contactForm, 'subject')).toMatchObject({ label: 'Company Name', autoComplete: 'organization' });
  expect(inputOf(applicationForm, 'linkedin')).toMatchObject({
    optional: true,
    'aria-required': undefined,
    type: 'url',
    placeholder: 'https://',
  });
  expect(inputOf(applicationForm, 'firstName')).not.toHaveProperty('type');
  expect(inputOf(loginForm, 'email')).toMatchObject({ type: 'email', autoComplete: 'username' });
});

test('password managers know which password it is', () => {
  expect(inputOf(passwordChangeForm, 'current')).toMatchObject({ autoComplete: 'current-password' });
  expect(inputOf(passwordChangeForm, 'password')).toMatchObject({ autoComplete: 'new-password' });
});

test('what is pasted into a field is not cut off without a word', () => {
  for (const name of valueFields(contactForm)) expect(inputOf(contactForm, name)).not.toHaveProperty('maxLength');
});

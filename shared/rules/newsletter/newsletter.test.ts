import { expect, test } from 'vitest';
import { INVALID_EMAIL } from '../email.ts';
import { FIELD_EMPTY } from '../form-check.ts';
import { checkSignUp } from './newsletter.ts';

test.each(['ada@example.com', '  ada.obi+news@mail.example.com ', 'ọla@example.com'])('%j can subscribe', (email) => {
  expect(checkSignUp({ email })).toEqual([]);
});

test.each(['', '   '])('%j is empty', (email) => {
  expect(checkSignUp({ email })).toEqual([{ field: 'email', message: FIELD_EMPTY }]);
});

test.each([
  'ada',
  'ada@',
  '@example.com',
  'ada@example',
  'a b@example.com',
  'ada@example.com\nbcc: x@example.com',
  '\ud800@example.com',
  `${'a'.repeat(250)}@example.com`,
])('%j is not an email address', (email) => {
  expect(checkSignUp({ email })).toEqual([{ field: 'email', message: INVALID_EMAIL }]);
});

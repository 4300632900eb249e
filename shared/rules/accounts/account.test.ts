import { describe, expect, test } from 'vitest';
import {
  checkConfirmation,
  checkCredentials,
  checkNewConfirmation,
  checkNewPassword,
  checkPasswordChange,
  checkRegistration,
} from './account.ts';
import { FIELD_EMPTY } from '../form-check.ts';
import { passwordHint } from './password-hint.ts';

const good = { username: ' Ada Obi ', email: ' ada@example.com ', password: 'three green looms', term: true };
const guessable = 'Your name or email address would be too easy to guess. Choose something else.';

describe('registering', () => {
  test('takes what is fine, whatever the page adds', () => {
    expect(checkRegistration({ ...good, ref: '\u0000', next: 'x'.repeat(3_000) })).toEqual([]);
  });

  test('tells all that is wrong, in the order of the form', () => {
    expect(checkRegistration({ username: ' ', email: 'ada', password: '', term: false })).toEqual([
      { field: 'username', message: FIELD_EMPTY },
      { field: 'email', message: 'invalid Email' },
      { field: 'password', message: FIELD_EMPTY },
      { field: 'term', message: 'Accept the terms and conditions to register.' },
    ]);
  });

  test.each(['adaeze obi', 'ADA@example.com'])('does not take %j as the password', (password) => {
    expect(checkRegistration({ ...good, username: ' Adaeze Obi', password })).toEqual([
      { field: 'password', message: guessable },
    ]);
  });
});

test('confirming with a new password does not take the name as the password', () => {
  const { username, term } = { ...good, username: 'Adaeze Obi' };
  expect(checkNewConfirmation({ username, term, password: 'adaeze obi' })).toEqual([
    { field: 'password', message: guessable },
  ]);
});

test.each([
  ['short', 'seven c', 'Use at least 8 characters; this has 7.'],
  ['long', 'x'.repeat(129), 'Use at most 128 characters; this has 129.'],
  ['not text', 'eight ch\ud800', 'This contains characters that are not text. Remove them, then send again.'],
])('a new password that is %s is refused, one that was chosen before is not', (_, password, message) => {
  expect(checkNewPassword({ password })).toEqual([{ field: 'password', message }]);
  expect(checkPasswordChange({ current: password, password })).toEqual([{ field: 'password', message }]);
  expect(checkCredentials({ email: good.email, password })).toEqual([]);
  expect(checkConfirmation({ password })).toEqual([]);
});

test('space is part of a password', () => {
  expect(checkNewPassword({ password: ' '.repeat(8) })).toEqual([]);
  expect(checkNewPassword({ password: ' '.repeat(128) })).toEqual([]);
  expect(checkCredentials({ email: good.email, password: '' })).toEqual([{ field: 'password', message: FIELD_EMPTY }]);
});

test.each([
  ['', ''],
  ['loom', '4 more characters.'],
  ['loom up', '1 more character.'],
  ['AbcabcaBc', 'Long enough, but easy to guess: the same few characters repeat.'],
  ['abcdabcd', 'Long enough. Longer is stronger.'],
  ['three green loom', 'Strong.'],
  ['three green loo', 'Long enough. Longer is stronger.'],
])('while %j is typed as a new password, the page says %j', (password, said) => {
  expect(passwordHint(password)).toBe(said);
});

/** Checks of the account forms, the same in the forms and in the API. */
import type {
  Confirmation,
  Credentials,
  ForgottenPassword,
  NewConfirmation,
  NewPassword,
  PasswordChange,
  Registration,
} from '../contracts/account.ts';
import type { FieldProblem } from '../contracts/problem.ts';
import { INVALID_EMAIL, isEmailAddress } from './email.ts';
import { FIELD_EMPTY } from './form-check.ts';
import { NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from './limits.ts';
import { strayCharacter } from './text.ts';

/** The API alone knows the list of common passwords; this is what it says. */
export const COMMON_PASSWORD =
  'This password is on every list that attackers try first. Choose another one: three or four words are easy to remember.';

const TERMS_NOT_ACCEPTED = 'Accept the terms and conditions to register.';
const NOT_TEXT = 'This contains characters that are not text. Remove them, then send again.';

/** What is wrong with a registration, surrounding space of name and address aside. */
export function checkRegistration({ username, email, password, term }: Registration): FieldProblem[] {
  return [
    ...checkName(username),
    ...checkAddress(email),
    ...checkNewPassword({ password }, [username, email]),
    ...checkTerm(term),
  ];
}

/** The same for an address that a mailed link has proved. */
export function checkNewConfirmation({ username, password, term }: NewConfirmation): FieldProblem[] {
  return [...checkName(username), ...checkNewPassword({ password }, [username]), ...checkTerm(term)];
}

/** Whether it is the right password is not a question of its form. */
export function checkCredentials({ email, password }: Credentials): FieldProblem[] {
  return [...checkAddress(email), ...checkFilled('password', password)];
}

/** @returns nothing wrong with a password that was filled in: whether it is the right one is not a question of its form */
export function checkConfirmation({ password = '' }: Confirmation): FieldProblem[] {
  return checkFilled('password', password);
}

export function checkForgottenPassword({ email }: ForgottenPassword): FieldProblem[] {
  return checkAddress(email);
}

/** @param known what an attacker would try first: name and address of the account */
export function checkNewPassword({ password }: NewPassword, known: string[] = []): FieldProblem[] {
  const empty = checkFilled('password', password);
  if (empty.length > 0) return empty;
  const refuse = (message: string) => [{ field: 'password', message }];
  if (password.length < PASSWORD_MIN)
    return refuse(`Use at least ${PASSWORD_MIN} characters; this has ${password.length}.`);
  if (password.length > PASSWORD_MAX)
    return refuse(`Use at most ${PASSWORD_MAX} characters; this has ${password.length}.`);
  if (!password.isWellFormed()) return refuse(NOT_TEXT);
  const same = password.toLowerCase();
  if (known.some((value) => value.trim().toLowerCase() === same))
    return refuse('Your name or address is too easy to guess. Choose something else.');
  return [];
}

export function checkPasswordChange({ current, password }: PasswordChange): FieldProblem[] {
  return [...checkFilled('current', current), ...checkNewPassword({ password })];
}

function checkName(value: string): FieldProblem[] {
  const name = value.trim();
  const refuse = (message: string) => [{ field: 'username', message }];
  if (name === '') return refuse(FIELD_EMPTY);
  if (name.length > NAME_MAX) return refuse(`This is too long: ${name.length} characters. The limit is ${NAME_MAX}.`);
  const stray = strayCharacter(name, 'line');
  return stray ? refuse(`This contains ${stray}. Remove it, then send again.`) : [];
}

function checkTerm(term: boolean): FieldProblem[] {
  return term ? [] : [{ field: 'term', message: TERMS_NOT_ACCEPTED }];
}

function checkAddress(value: string): FieldProblem[] {
  const email = value.trim();
  if (email === '') return [{ field: 'email', message: FIELD_EMPTY }];
  return isEmailAddress(email) ? [] : [{ field: 'email', message: INVALID_EMAIL }];
}

function checkFilled(field: string, value: string): FieldProblem[] {
  return value === '' ? [{ field, message: FIELD_EMPTY }] : [];
}

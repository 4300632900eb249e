/**
 * Checks of the account forms, the same in the forms and in the API. They do not know whether a password is correct.
 */
import { deletionForm, passwordChangeForm, sureDeletionForm } from './account-form.ts';
import { confirmationForm, newConfirmationForm } from './confirmation-form.ts';
import { emailProblem } from '../email.ts';
import { forgottenPasswordForm } from './forgotten-password-form.ts';
import { formCheck } from '../form-check.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '../limits.ts';
import { loginForm } from './login-form.ts';
import { newPasswordForm } from './new-password-form.ts';
import { registrationForm } from './registration-form.ts';
import { NOT_TEXT } from '../text.ts';

/** Only the API knows the list of common passwords; this is its message. */
export const COMMON_PASSWORD =
  'This password is on every list that attackers try first. Choose another one: three or four words are easy to remember.';

/** An existing password is only compared, never judged. */
const anyPassword = () => undefined;

export const checkCredentials = formCheck(loginForm, { kinds: { email: emailProblem, password: anyPassword } });

export const checkRegistration = formCheck(registrationForm, {
  kinds: {
    email: emailProblem,
    'new-password': (password, _field, { username, email }) => passwordProblem(password, [username, email]),
  },
});

export const checkConfirmation = formCheck(confirmationForm, { kinds: { password: anyPassword } });

export const checkNewConfirmation = formCheck(newConfirmationForm, {
  kinds: { 'new-password': (password, _field, { username }) => passwordProblem(password, [username]) },
});

export const checkForgottenPassword = formCheck(forgottenPasswordForm, { kinds: { email: emailProblem } });

export const checkNewPassword = formCheck(newPasswordForm, {
  kinds: { 'new-password': (password) => passwordProblem(password) },
});

export const checkPasswordChange = formCheck(passwordChangeForm, {
  kinds: { password: anyPassword, 'new-password': (password) => passwordProblem(password) },
});

export const checkDeletion = formCheck(deletionForm, { kinds: { password: anyPassword } });

export const checkSureDeletion = formCheck(sureDeletionForm, { kinds: {} });

/**
 * What is wrong with a new password, in words.
 * @param known what an attacker would try first: name and email address of the account
 */
export function passwordProblem(password: string, known: readonly string[] = []): string | undefined {
  if (password.length < PASSWORD_MIN) return `Use at least ${PASSWORD_MIN} characters; this has ${password.length}.`;
  if (password.length > PASSWORD_MAX) return `Use at most ${PASSWORD_MAX} characters; this has ${password.length}.`;
  if (!password.isWellFormed()) return NOT_TEXT;
  const same = password.toLowerCase();
  return known.some((value) => value.trim().toLowerCase() === same)
    ? 'Your name or email address would be too easy to guess. Choose something else.'
    : undefined;
}

/** Why a visitor is on the login page, according to `?error=` or `?notice=` in its URL. */
import type { LoginError } from 'shared/contracts/account';

interface Arrival {
  kind: 'error' | 'info' | 'success';
  text: string;
  /** What the visitor can do about it. */
  more?: string;
  /** Whether the visitor may still be logged in, so that the page they wanted may open. */
  mayPass?: true;
}

const errors: Record<LoginError, Arrival> = {
  'session-ended': {
    kind: 'info',
    text: 'You are no longer logged in.',
    more: 'Nothing was changed. Log in, then try again.',
  },
  unreachable: {
    kind: 'error',
    text: 'The account service did not answer.',
    more: 'Nothing was changed; try again in a moment. Any link we emailed you still works.',
    mayPass: true,
  },
  'not-logged-out': {
    kind: 'error',
    text: 'We do not know whether you are logged out.',
    more: 'The account service did not answer. Open your account in a moment: if it opens, log out there.',
    mayPass: true,
  },
  'maybe-deleted': {
    kind: 'error',
    text: 'We do not know whether your account has been deleted.',
    more: 'If it has, you get an email about it. If none comes, log in and delete it again.',
    mayPass: true,
  },
  'maybe-signed-in': {
    kind: 'error',
    text: 'We do not know whether signing in with Google has worked.',
    more: 'Try again in a moment.',
  },
  cancelled: { kind: 'info', text: 'Signing in with Google was cancelled.', more: 'Nothing was changed.' },
  'provider-off': {
    kind: 'info',
    text: 'Signing in with Google is not set up on this site.',
    more: 'Log in with your email address and password, or register.',
  },
  'provider-down': {
    kind: 'error',
    text: 'Google is not responding at the moment.',
    more: 'Try again in a few minutes, or log in with your password.',
  },
  'email-not-verified': {
    kind: 'error',
    text: 'Google has not confirmed your email address.',
    more: 'Confirm it there, or register here.',
  },
  'too-many-requests': { kind: 'error', text: 'Too many attempts.', more: 'Wait a few minutes, then try again.' },
  failed: { kind: 'error', text: 'Signing in with Google did not work.', more: 'Nothing was changed. Try again.' },
};

const notices: Record<string, Arrival> = {
  confirmed: { kind: 'success', text: 'Your email address is confirmed.', more: 'You can log in now.' },
  'password-changed': {
    kind: 'success',
    text: 'Your password has been changed.',
    more: 'You have been logged out everywhere. Log in with your new password.',
  },
  deleted: { kind: 'success', text: 'Your account and all its data have been deleted.' },
};

export function arrivalOf({ search }: { search: string }): Arrival | undefined {
  const query = new URLSearchParams(search);
  const [error, notice] = [query.get('error'), query.get('notice')];
  // Names that every object inherits are not reasons.
  if (error !== null) return Object.hasOwn(errors, error) ? errors[error as LoginError] : errors.failed;
  return notice !== null && Object.hasOwn(notices, notice) ? notices[notice] : undefined;
}

/** The forms of the account page. Each names itself in the field `form`. */
export type AccountForm = 'password' | 'passkey' | 'session' | 'others' | 'deletion';

/** What the page says when one of them was refused. */
export const refusals: Record<AccountForm, string> = {
  password: 'Your password has not been changed.',
  passkey: 'The passkey has not been removed.',
  session: 'You are still logged in there.',
  others: 'You are still logged in elsewhere.',
  deletion: 'Your account has not been deleted.',
};

/** What it says when no answer came, and what to do then; of the deletion, the login page says it. */
export const unsure: Record<Exclude<AccountForm, 'deletion'>, { text: string; more: string }> = {
  password: {
    text: 'We do not know whether your password has been changed.',
    more: 'If it has, you get an email about it. If none comes, change it again.',
  },
  passkey: {
    text: 'We do not know whether the passkey has been removed.',
    more: 'Open your account again in a moment to see whether it is still there.',
  },
  session: {
    text: 'We do not know whether you are still logged in there.',
    more: 'Open your account again in a moment to see where you are logged in.',
  },
  others: {
    text: 'We do not know whether you are still logged in elsewhere.',
    more: 'Open your account again in a moment to see where you are logged in.',
  },
};

const doneTexts: Record<string, string> = {
  password: 'Your password has been changed. You have been logged out everywhere else.',
  passkey: 'The passkey has been removed.',
  'passkey-added': 'The passkey has been added. Next time you can log in with it.',
  session: 'You have been logged out there.',
  others: 'You have been logged out everywhere else.',
  'post-deleted': 'Your post has been deleted.',
};

/** What the page says after one of them: `?done=`. */
export function doneText(search: string): string | undefined {
  const form = new URLSearchParams(search).get('done') ?? '';
  return Object.hasOwn(doneTexts, form) ? doneTexts[form] : undefined;
}

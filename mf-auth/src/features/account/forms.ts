/** The forms of the account page. Each says with the field `form` which one it is. */
export type AccountForm = 'password' | 'session' | 'others' | 'deletion';

/** What the page says when one of them was refused. */
export const refusals: Record<AccountForm, string> = {
  password: 'Your password has not been changed.',
  session: 'You are still logged in there.',
  others: 'You are still logged in elsewhere.',
  deletion: 'Your account has not been deleted.',
};

const doneTexts: Record<string, string> = {
  password: 'Your password has been changed. You have been logged out everywhere else.',
  session: 'You have been logged out there.',
  others: 'You have been logged out everywhere else.',
  'post-deleted': 'Your post has been deleted.',
};

/** What the page says after one of them: `?done=`. */
export function doneText(search: string): string | undefined {
  const form = new URLSearchParams(search).get('done') ?? '';
  return Object.hasOwn(doneTexts, form) ? doneTexts[form] : undefined;
}

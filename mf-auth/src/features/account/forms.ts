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

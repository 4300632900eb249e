/** The forms of the account page. Each says with the field `form` which one it is. */
export type AccountForm = 'password' | 'session' | 'others' | 'deletion';

/** What the page says after one of them: `?done=`. */
export const outcomes: Record<string, string> = {
  password: 'Your password is changed. You were logged out everywhere else.',
  session: 'You were logged out there.',
  others: 'You were logged out everywhere else.',
};

/** Shown when the API did not answer, or failed. */
export const AWAY = 'We could not reach the account service. Nothing was changed; try again in a moment.';

/** Shown when what was sent would lead nowhere: who is logged in is known by a cookie. */
export const NO_COOKIES =
  'Your browser takes no cookies from this site, and this needs one. Allow them, then try again.';

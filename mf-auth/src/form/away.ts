/** Shown when the API failed, or did not answer: it may have done what was asked for all the same. */
export const AWAY = 'We could not reach the account service. Try again in a moment.';

/** Shown when what was sent would lead nowhere: who is logged in is known by a cookie. */
export const NO_COOKIES =
  'Your browser takes no cookies from this site, and this needs one. Allow them, then try again.';

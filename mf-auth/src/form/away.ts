/** Shown when it is unknown what the API has done: it did not answer, as a rule. */
export const AWAY = 'The account service did not answer. It may have done what you asked for; try again in a moment.';

/** Shown when the script that sends the form did not load, or broke. */
export const NOT_LOADED = 'Nothing was sent, since part of this page did not load. Try again in a moment.';

/** Shown when what was sent would lead nowhere: a login is known by a cookie. */
export const NO_COOKIES =
  'Your browser takes no cookies from this site, and this needs one. Allow them, then try again.';

/**
 * The answer to a form may come when the visitor is on the way to another page, or there already: their later choice
 * counts. Only the shell knows; remotes ask it and tell it by events of the window.
 */

/** Asks whether an answer may lead to another page. The shell cancels it while the visitor is on the way to one. */
export const MAY_LEAD = 'may-lead';

/** Tells that the browser has another session now, on a page that stays. */
export const SESSION_CHANGED = 'session-changed';

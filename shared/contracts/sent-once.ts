/**
 * For how long a form that the browser is sending is not sent again, in milliseconds: as long as the server takes for
 * it. A visitor who stopped the browser may send it again after that.
 */
export const ANSWERED_MS = 15_000;

/** What cannot be done, in a sentence for the administrator. */
export class AdminError extends Error {}

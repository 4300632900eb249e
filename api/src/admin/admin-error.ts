/** Says in a sentence, for the administrator, what cannot be done. */
export class AdminError extends Error {}

/** Its message is one sentence that tells the administrator what cannot be done. */
export class AdminError extends Error {}

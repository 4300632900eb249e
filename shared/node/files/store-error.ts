/** The store did not give or take what was asked for; the message names the URL and the reason. */
export class StoreError extends Error {}

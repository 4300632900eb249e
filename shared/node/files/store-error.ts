/** Reading from or writing to the store failed; the message names the URL and the reason. */
export class StoreError extends Error {}

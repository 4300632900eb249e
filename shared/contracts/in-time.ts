/** How long what a visitor has pressed waits for its script, in milliseconds: on a bad line browsers wait for ever. */
export const SCRIPT_MS = 8_000;

/** @returns what is loading, or undefined if it takes too long: then the page does without the script */
export const inTime = <T>(loading: Promise<T>): Promise<T | undefined> =>
  Promise.race([loading, new Promise<undefined>((resolve) => setTimeout(resolve, SCRIPT_MS))]);

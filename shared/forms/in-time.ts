/** How long a form that is sent waits for its script, in milliseconds: a browser waits for ever where a line hangs. */
export const SCRIPT_MS = 8_000;

/** @returns what is loading, or undefined if it takes too long: then the browser sends the form, as without script */
export const inTime = <T>(loading: Promise<T>): Promise<T | undefined> =>
  Promise.race([loading, new Promise<undefined>((resolve) => setTimeout(resolve, SCRIPT_MS))]);

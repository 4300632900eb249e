/** Longest time until a part of the site is there before the visitor is told, in milliseconds; the page stays retryable. */
const LOAD_DEADLINE_MS = 15_000;

/** What is loaded, or an error once it takes too long: browsers and the federation runtime wait for ever. @param what for the console */
export async function withinDeadline<T>(what: string, loading: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`${what} did not load within ${LOAD_DEADLINE_MS} ms`)),
    LOAD_DEADLINE_MS,
  );
  try {
    return await Promise.race([loading, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

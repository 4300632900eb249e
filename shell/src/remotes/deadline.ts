/** How long a part of the site may take before the visitor is told, in milliseconds; the page can still be retried. */
const LOAD_DEADLINE_MS = 15_000;

/** What is loaded; rejects if that takes too long, since browsers would wait for ever. @param what for the console */
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

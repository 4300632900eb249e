/** Shown when nothing more specific is known. */
export const FAILED = 'Submission failed!';

/** Shown when no answer came, with the reason if the browser knows it. */
export function noAnswer(): string {
  const isOffline = !import.meta.env.SSR && !navigator.onLine;
  return isOffline
    ? `${FAILED} You are offline. Your message is still here: send it again when you are back online.`
    : FAILED;
}

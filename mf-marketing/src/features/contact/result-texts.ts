/** In the page's address once a form without script has arrived. */
export const SENT = 'sent';

/** Said when there is nothing better to say. */
export const FAILED = 'Submission failed!';

/** What to say when nobody answered: why, if the browser knows. */
export function noAnswer(): string {
  const isOffline = !import.meta.env.SSR && !navigator.onLine;
  return isOffline
    ? `${FAILED} You are offline. Your message is still here: send it again when you are back online.`
    : FAILED;
}

/** In the page's URL once a form without script has arrived. */
export const SENT = 'sent';

/** Said when there is nothing better to say. */
export const FAILED = 'Submission failed!';

/** Said when no answer came, with the reason if the browser knows it. */
export function noAnswer(): string {
  const isOffline = !import.meta.env.SSR && !navigator.onLine;
  return isOffline
    ? `${FAILED} You are offline. Your message is still here: send it again when you are back online.`
    : FAILED;
}

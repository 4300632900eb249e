/** Dates as the page says them: in UTC, as in the mails, so that server and browser agree. */
const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' });

export const dateText = (iso: string): string => date.format(new Date(iso));

/** With the minute: tokens can be redeemed not a second earlier. */
export const timeText = (iso: string): string => `${dateText(iso)}, ${time.format(new Date(iso))} UTC`;

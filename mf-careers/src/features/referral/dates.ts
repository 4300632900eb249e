import { dayText } from 'shared/ui/day';

/** Dates as the page shows them: in UTC, as in the mails, so that server and browser agree. */
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' });

export const dateText = (iso: string): string => dayText(iso, 'UTC');

/** To the minute, because tokens cannot be redeemed a second earlier. */
export const timeText = (iso: string): string => `${dateText(iso)}, ${time.format(new Date(iso))} UTC`;

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** A moment as mails say it: "22 November 2026 at 21:27 UTC". @param moment ISO 8601 */
export function momentText(moment: string): string {
  return `${format.format(new Date(moment))} UTC`;
}

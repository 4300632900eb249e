/** Days as all of the site writes them: `28 May 2024`. */

// Made once: for fifty dates, making them took a third of the page's time on the server.
const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/**
 * A day in the site's language.
 * @param moment as a `Date` takes it
 * @param timeZone the visitor's own if it is undefined
 */
export function dayText(moment: string | number, timeZone: 'UTC' | undefined): string {
  let format = formats.get(timeZone);
  if (!format) {
    // Without a time zone it is the browser's; exactly optional properties know no undefined.
    format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', ...(timeZone && { timeZone }) });
    formats.set(timeZone, format);
  }
  return format.format(new Date(moment));
}

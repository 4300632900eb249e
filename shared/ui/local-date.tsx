import { useEffect, useState } from 'react';
import { dayText } from './day.tsx';
import { useServed } from './use-served.tsx';

const KEPT = { __html: '' };

/** Whether it is the same day in the visitor's time zone as in UTC, and not the one before or after. */
function isSameDayHere(iso: string): boolean {
  const moment = new Date(iso);
  return moment.getDate() === moment.getUTCDate();
}

/**
 * Writes the days of the page's static parts ({@link LocalDate} in `serverRendered`), which React leaves alone, in the
 * visitor's time zone.
 */
export function useLocalDays(): void {
  useEffect(() => {
    for (const time of document.querySelectorAll<HTMLTimeElement>('#content [data-static] time'))
      if (!isSameDayHere(time.dateTime)) time.textContent = dayText(time.dateTime, undefined);
  }, []);
}

/** A day in the visitor's time zone. The server writes it in UTC, and its text stays if that is the same day. */
export function LocalDate({ iso }: { iso: string }) {
  const isServed = useServed();
  const [served, setServed] = useState(isServed ? iso : undefined);
  useEffect(() => {
    if (!isSameDayHere(iso)) setServed(undefined);
  }, [iso]);

  if (import.meta.env.SSR) return <time dateTime={iso}>{dayText(iso, 'UTC')}</time>;
  // React neither compares nor changes what is inside an element with inner HTML.
  if (served === iso) return <time dateTime={iso} suppressHydrationWarning dangerouslySetInnerHTML={KEPT} />;
  return <time dateTime={iso}>{dayText(iso, undefined)}</time>;
}

import { dayText } from 'shared/ui/day';

/** A day in UTC, so that server and browser agree. */
export function Day({ iso }: { iso: string }) {
  return <time dateTime={iso}>{dayText(iso, 'UTC')}</time>;
}

import { dayText } from 'shared/ui/day';

/** A day, in UTC: server and browser agree. */
export function Day({ iso }: { iso: string }) {
  return <time dateTime={iso}>{dayText(iso, 'UTC')}</time>;
}

import { useSyncExternalStore } from 'react';
import { dayText } from './day.tsx';

const never = () => () => {};

/** False while the browser takes over the server's page, true afterwards and on pages that it renders itself. */
function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** A day, in the visitor's time zone as soon as the browser can tell; until then, as the server writes it, in UTC. */
export function LocalDate({ iso }: { iso: string }) {
  const timeZone = useHydrated() ? undefined : 'UTC';
  return <time dateTime={iso}>{dayText(iso, timeZone)}</time>;
}

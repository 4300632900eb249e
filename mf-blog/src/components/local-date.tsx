import { useSyncExternalStore } from 'react';

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
  const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone });
  return <time dateTime={iso}>{format.format(new Date(iso))}</time>;
}

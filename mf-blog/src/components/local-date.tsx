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

const day = { day: 'numeric', month: 'long', year: 'numeric' } as const;

// Made once: for fifty dates, making them took a third of the page's time on the server.
const servers = new Intl.DateTimeFormat('en-GB', { ...day, timeZone: 'UTC' });
let visitors: Intl.DateTimeFormat | undefined;

/** `navigator.language` would throw where a browser was set up without one (`en-US@posix`). */
const ofVisitor = (): Intl.DateTimeFormat => (visitors ??= new Intl.DateTimeFormat(undefined, day));

/**
 * A day, in the visitor's language and time zone as soon as the browser can tell; until then, as the server writes it,
 * in the site's language and UTC.
 */
export function LocalDate({ iso }: { iso: string }) {
  const format = useHydrated() ? ofVisitor() : servers;
  return (
    <time dateTime={iso} lang={format.resolvedOptions().locale}>
      {format.format(new Date(iso))}
    </time>
  );
}

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

/**
 * A day, in the visitor's language and time zone as soon as the browser can tell; until then, as the server writes it,
 * in the site's language and UTC.
 */
export function LocalDate({ iso }: { iso: string }) {
  // `navigator.language` would throw where a browser was set up without one (`en-US@posix`).
  const [locale, timeZone] = useHydrated() ? [] : ['en-GB', 'UTC'];
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone });
  return (
    <time dateTime={iso} lang={format.resolvedOptions().locale}>
      {format.format(new Date(iso))}
    </time>
  );
}

import { useSyncExternalStore } from 'react';

const never = () => () => {};

const SITE_LOCALE = 'en-GB';

/** Some browsers, set up without a language, name one that does not exist (`en-US@posix`). */
function visitorsLocale(): string {
  try {
    return Intl.getCanonicalLocales(navigator.language)[0] ?? SITE_LOCALE;
  } catch {
    return SITE_LOCALE;
  }
}

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
  const [locale, timeZone] = useHydrated() ? [visitorsLocale(), undefined] : [SITE_LOCALE, 'UTC'];
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone });
  return (
    <time dateTime={iso} lang={locale}>
      {format.format(new Date(iso))}
    </time>
  );
}

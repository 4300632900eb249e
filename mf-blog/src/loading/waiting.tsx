/** Data that a navigation no longer waits for: the page shows its skeleton until it arrives. */
import { Suspense, use, useEffect, type ReactNode } from 'react';
import { bringFocus } from 'shared/ui/bring-focus';

/** How long a navigation waits for data before it shows the page without it, in milliseconds. */
const PATIENCE_MS = 150;

interface Pending<T> {
  pending: Promise<T>;
}

/** What a loader that used {@link soon} returns. */
export type Soon<T> = T | Pending<T>;

/**
 * Waits for data as long as a navigation may. Until it arrives on the server, and where the browser has the page's URL
 * already: a page that the visitor goes back to needs its whole height at once, or the scroll position is lost, and one
 * that is shown must not give way to a skeleton while its data is loaded again.
 */
export async function soon<T extends object>(data: Promise<T>, { url }: Request): Promise<Soon<T>> {
  if (import.meta.env.SSR || url === location.href.split('#')[0]) return data;
  // `use` reads these properties, so it need not wait for data that was loaded ahead and has arrived in the meantime.
  data.then(
    (value) => Object.assign(data, { status: 'fulfilled', value }),
    () => {},
  );
  const late = new Promise<undefined>((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
  });
  return (await Promise.race([data, late])) ?? { pending: data };
}

interface WaitingProps<T> {
  /** What the loader returned. */
  data: Soon<T>;
  /** Shown until the data arrives. */
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

/** Shows what a loader returned by {@link soon}. Data that has arrived already is rendered without a boundary. */
export function Waiting<T extends object>({ data, skeleton, children }: WaitingProps<T>) {
  if (!('pending' in data)) return children(data);
  return (
    <Suspense fallback={skeleton}>
      <Arrived data={data.pending}>{children}</Arrived>
    </Suspense>
  );
}

function Arrived<T>({ data, children }: { data: Promise<T>; children: (data: T) => ReactNode }) {
  const arrived = use(data);
  // When the visitor arrived, the page had no heading yet to take the focus (`shell/src/frame/arrival.tsx`).
  useEffect(() => {
    if (document.activeElement === document.body) bringFocus(document.querySelector<HTMLElement>('#content h1'));
  }, []);
  return children(arrived);
}

import { startTransition, useEffect, useState, type ComponentType } from 'react';
import { useServed } from './use-served.tsx';

const KEPT = { __html: '' };

/** A component whose code the browser loads only when a visitor comes by navigation. */
export interface ServerRendered<Props> {
  (props: Props): React.JSX.Element;
  /** Loads the code. If a page's loader waits for this, the page is complete when it appears. */
  load: () => Promise<void>;
}

/** For a page's loader, so that the page is complete when it appears. @throws if the code of one does not arrive */
export async function allLoaded(...parts: readonly Pick<ServerRendered<never>, 'load'>[]): Promise<void> {
  await Promise.all(parts.map(({ load }) => load()));
}

/**
 * Content that does nothing in the browser, so its code need not be there. On the page that the server rendered, its
 * markup stays as it is; where a visitor comes by navigation, the code is loaded. Its links navigate as all links of
 * the site do (`shared/contracts/links.ts`). If it depends on its props, it needs a `key` that changes with them.
 *
 * Write `const X = serverRendered(async () => (await import('./x.tsx')).X)` at the top of a module.
 * @param importing the component, for navigation
 * @param present the same component where it is needed at once: on the server, and in development for hot reload. The
 *   build passes it (`tooling/vite/present-on-server.ts`)
 */
export function serverRendered<Props extends object = object>(
  importing: () => Promise<ComponentType<Props>>,
  present?: ComponentType<Props>,
): ServerRendered<Props> {
  let loaded = present;
  const load = async () => void (loaded ??= await importing());

  function Static(props: Props) {
    const kept = useServed() && !present;
    const [, setArrived] = useState(false);
    useEffect(() => {
      // Without it something is missing from the page, but the page has not failed.
      if (!kept && !loaded)
        load().then(
          // Rendered in slices, so that what is ready is drawn in between.
          () => startTransition(() => setArrived(true)),
          (error: unknown) => console.warn(error),
        );
    }, [kept]);

    // React neither compares nor changes what is inside an element with inner HTML.
    if (kept) return <div data-static="" suppressHydrationWarning dangerouslySetInnerHTML={KEPT} />;
    const Content = loaded;
    return <div data-static="">{Content && <Content {...props} />}</div>;
  }
  Static.load = load;
  return Static;
}

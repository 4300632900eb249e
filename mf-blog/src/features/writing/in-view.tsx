import { useEffect, useRef, type ReactNode } from 'react';

/**
 * Brings a message into view: on a phone, the button stays beside the toolbar while the page's top is far away.
 * @param of the page is scrolled whenever this is another value
 */
export function InView({ of, children }: { of: unknown; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const seen = useRef<unknown>(undefined);
  useEffect(() => {
    if (seen.current !== of) place.current?.scrollIntoView({ block: 'center' });
    seen.current = of;
  });
  return <div ref={place}>{children}</div>;
}

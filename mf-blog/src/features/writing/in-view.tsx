import { useEffect, useRef, type ReactNode } from 'react';
import { styled } from 'styled-components';

/* Below the header. */
const Place = styled.div`
  scroll-margin-top: 104px;
`;

/**
 * Brings a message into view: on a phone, the button stays beside the toolbar while the page's top is far away.
 * @param of the page is scrolled whenever this is another value
 */
export function InView({ of, children }: { of: unknown; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [of]);
  return <Place ref={place}>{children}</Place>;
}

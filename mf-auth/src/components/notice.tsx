import { useEffect, useRef, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { Banner } from 'shared/ui/banner';
import { bringFocus } from 'shared/ui/bring-focus';

const Place = styled.div`
  grid-column: 1 / -1;
`;

/**
 * Says above the page what was done, or why the visitor is here. Unless the visitor has turned to something already, it
 * takes the focus: screen readers do not announce what a page loads with.
 */
export function Notice({ kind = 'success', children }: { kind?: 'error' | 'info' | 'success'; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) bringFocus(place.current);
  }, []);
  return (
    <Place ref={place}>
      <Banner kind={kind}>{children}</Banner>
    </Place>
  );
}

import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { Banner } from 'shared/ui/banner';
import { bringFocus } from 'shared/ui/bring-focus';

const Place = styled.div`
  grid-column: 1 / -1;
`;

/** Says at the top of the page what has been done. It takes the focus, since screen readers do not announce what a page loads with. */
export function Notice({ text }: { text: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => bringFocus(place.current), []);
  return (
    <Place ref={place}>
      <Banner kind="success">{text}</Banner>
    </Place>
  );
}

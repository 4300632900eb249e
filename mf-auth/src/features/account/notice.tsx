import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { Banner } from 'shared/ui/banner';
import { bringFocus } from 'shared/ui/bring-focus';

const Place = styled.div`
  grid-column: 1 / -1;
`;

/** Says above the page what was done. It takes the focus: screen readers do not announce what is there on load. */
export function Notice({ text }: { text: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => bringFocus(place.current), []);
  return (
    <Place ref={place}>
      <Banner kind="success">{text}</Banner>
    </Place>
  );
}

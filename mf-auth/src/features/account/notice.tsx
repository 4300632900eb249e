import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { Banner } from 'shared/ui/banner';
import { bringFocus } from 'shared/ui/bring-focus';

const Place = styled.div`
  grid-column: 1 / -1;
`;

/** Says on top of the page what has been done. It takes the focus: the page was loaded for it, so it is not announced. */
export function Notice({ text }: { text: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => bringFocus(place.current), []);
  return (
    <Place ref={place}>
      <Banner kind="success">{text}</Banner>
    </Place>
  );
}

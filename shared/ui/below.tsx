import { startTransition, useEffect, useState, type ReactNode } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { styled } from 'styled-components';

/** As high as a window, so that the footer does not show for a moment. */
const Room = styled.div`
  min-height: 100vh;
`;

/**
 * Content below a page's first view. For a visitor who follows a link it is rendered after the frame that shows the
 * page's heading (decision 143). It is rendered at once on the page that the server rendered, when a visitor comes back
 * to a place within the page, and when the link leads to one.
 */
export function Below({ children }: { children: ReactNode }) {
  // `POP`: the first navigation of a page view, and going back or forward.
  const isBrowsers = useNavigationType() === 'POP';
  const isToPlace = useLocation().hash !== '';
  const [isDue, setIsDue] = useState(isBrowsers || isToPlace);
  useEffect(() => startTransition(() => setIsDue(true)), []);
  return isDue ? children : <Room />;
}

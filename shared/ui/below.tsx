import { startTransition, useEffect, useState, type ReactNode } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { styled } from 'styled-components';

/** As high as a window: the footer must not show for a moment. */
const Room = styled.div`
  min-height: 100vh;
`;

/**
 * What stands below a page's first view. For a visitor who follows a link it is rendered behind the frame that shows
 * the page's heading (decision 143). It is there at once on the server's page, where a visitor comes back to a place
 * within the page, and where the link leads to one.
 */
export function Below({ children }: { children: ReactNode }) {
  // The first navigation of a page view counts as one of the browser's, as going back does.
  const isBrowsers = useNavigationType() === 'POP';
  const isToPlace = useLocation().hash !== '';
  const [isDue, setIsDue] = useState(isBrowsers || isToPlace);
  useEffect(() => startTransition(() => setIsDue(true)), []);
  return isDue ? children : <Room />;
}

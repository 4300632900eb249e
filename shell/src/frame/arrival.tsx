import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ScrollRestoration, useLocation } from 'react-router-dom';
import { bringFocus } from 'shared/ui/bring-focus';
import { pageIsShown } from '../view-transitions.ts';

/**
 * Does what a browser does when it loads a page, for navigation that loads none: the new page begins at its top, going
 * back leads to where the visitor was, and assistive technology hears where it is, because the focus goes to the
 * heading or to the part of the page that the URL names.
 */
export function Arrival() {
  const { key, hash } = useLocation();
  const shown = useRef(key);
  const isMoved = useMoved(key);

  useLayoutEffect(pageIsShown, [key]);

  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    bringFocus((hash && document.getElementById(hash.slice(1))) || document.querySelector<HTMLElement>('#content h1'));
  }, [key, hash]);

  return isMoved && <ScrollRestoration />;
}

/**
 * Whether the visitor has scrolled or gone to another page. Until then no place need be kept, and to look for those of
 * earlier pages makes a page wait for the browser's other process.
 */
function useMoved(key: string): boolean {
  const [first] = useState(key);
  const [isMoved, setIsMoved] = useState(false);
  if (key !== first && !isMoved) setIsMoved(true);
  useEffect(() => {
    const onScroll = () => setIsMoved(true);
    // The visitor may have scrolled before the page was taken over, or been on its other pages before it was reloaded.
    const [served] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (scrollY > 0 || served?.type !== 'navigate') return onScroll();
    addEventListener('scroll', onScroll, { passive: true, once: true });
    return () => removeEventListener('scroll', onScroll);
  }, []);
  return isMoved;
}

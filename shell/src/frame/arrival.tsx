import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ScrollRestoration, useLocation, type Location } from 'react-router-dom';
import { bringFocus } from 'shared/ui/bring-focus';
import { servedBy } from 'shared/ui/use-served';
import { pageIsShown } from '../view-transitions.ts';

/**
 * Under what something is kept for the way back. Entries that the browser made have no key of their own: by one name
 * for all, what belongs to one page would be looked for on another.
 */
export const placeKey = ({ key, pathname, search }: Location): string => (key === 'default' ? pathname + search : key);

/** How far a page was scrolled when it was left, in CSS pixels, as React Router keeps it for the tab. */
function keptPlace(location: Location): number {
  try {
    const places = JSON.parse(sessionStorage['react-router-scroll-positions']) as Record<string, number>;
    return places[placeKey(location)] ?? 0;
  } catch {
    // Nothing is kept, or the visitor lets nothing be kept.
    return 0;
  }
}

/**
 * Does what a browser does when it loads a page, for navigation that loads none: the new page begins at its top, going
 * back leads to where the visitor was, and assistive technology hears where it is, because the focus goes to the
 * heading or to the part of the page that the URL names.
 */
export function Arrival() {
  const location = useLocation();
  const shown = useRef(location);
  const [isMoved, setIsMoved] = useState(false);

  useLayoutEffect(pageIsShown, [location.key]);

  useEffect(() => {
    const { key, hash } = location;
    if (shown.current.key === key) return;
    shown.current = location;
    setIsMoved(true);
    bringFocus((hash && document.getElementById(hash.slice(1))) || document.querySelector<HTMLElement>('#content h1'));
  }, [location]);

  useEffect(() => {
    const move = () => setIsMoved(true);
    // By several pages back the browser loads a page that a script has left, and was told to leave its place alone.
    if (history.scrollRestoration === 'manual' && !scrollY) scrollTo(0, keptPlace(shown.current));
    // Before the page was taken over, or on other pages before it was reloaded: by its address, too.
    if (scrollY || history.state || servedBy()?.type !== 'navigate') move();
    else addEventListener('scroll', move, { once: true });
  }, []);

  // To look for places that were kept makes the page wait for the browser's other process. Until the visitor scrolls or
  // goes to another page, there is none to keep or to find.
  return isMoved && <ScrollRestoration getKey={placeKey} />;
}

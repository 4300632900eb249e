import { useEffect, useLayoutEffect, useRef } from 'react';
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

  useLayoutEffect(pageIsShown, [key]);

  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    bringFocus((hash && document.getElementById(hash.slice(1))) || document.querySelector<HTMLElement>('#content h1'));
  }, [key, hash]);

  return <ScrollRestoration />;
}

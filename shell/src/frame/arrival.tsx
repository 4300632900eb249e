import { useEffect, useRef } from 'react';
import { ScrollRestoration, useLocation } from 'react-router-dom';

/**
 * What a browser does when it loads a page, for navigation that loads none: the new page begins at its top, going back
 * leads to where the visitor was, and assistive technology hears where it is, from the heading that gets the focus.
 */
export function Arrival() {
  const { key, hash } = useLocation();
  const shown = useRef(key);

  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    if (hash) return;
    const heading = document.querySelector<HTMLElement>('#content h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, [key, hash]);

  return <ScrollRestoration />;
}

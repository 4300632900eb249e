import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { Banner } from './banner.tsx';

const Place = styled.div`
  position: fixed;
  inset: auto 16px max(24px, env(safe-area-inset-bottom));
  z-index: var(--z-toast);
  max-width: 440px;
  margin-inline: auto;

  > div { box-shadow: var(--sh-menu); }
`;

/** Long enough to read two short lines. */
const SHOWN_MS = 5000;

/**
 * A short message about an action that has no place of its own, such as a copied link. It disappears by itself, but not
 * while it is pointed at or has the focus.
 * @param message what happened; undefined when there is nothing to say
 * @param onDone it has been shown: clear the message
 */
export function Toast({ message, onDone }: { message: string | undefined; onDone: () => void }) {
  const [isHeld, setIsHeld] = useState(false);

  useEffect(() => {
    if (!message || isHeld) return undefined;
    const timer = setTimeout(onDone, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message, isHeld, onDone]);

  return (
    <Place
      role="status"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      {message && (
        <Banner kind="success" silent>
          {message}
        </Banner>
      )}
    </Place>
  );
}

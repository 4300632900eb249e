import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router-dom';
import { keyframes, styled } from 'styled-components';

/** How long a navigation takes before it is shown, in milliseconds, after the delay until React gets it. */
const SHOW_AFTER_MS = 100;

const advance = keyframes`from { scale: 0 1; } 30% { scale: .5 1; } to { scale: .95 1; }`;

const Line = styled.div`
  position: fixed;
  inset: 0 0 auto;
  z-index: var(--z-toast);
  height: 4px;
  background: var(--text);
  transform-origin: left;
  animation: ${advance} 8s var(--ease) both;

  @media (forced-colors: active) { background: Highlight; }
`;

/** A line along the top while the next page is on its way, announced to those who do not see it. */
export function Progress() {
  const busy = useNavigation().state !== 'idle';
  const [shown, setShown] = useState(false);

  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(setShown, SHOW_AFTER_MS, true);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [busy]);

  return (
    <div aria-live="polite" data-progress="">
      {shown && (
        <Line>
          <span className="visually-hidden">Loading...</span>
        </Line>
      )}
    </div>
  );
}

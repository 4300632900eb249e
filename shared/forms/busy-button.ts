import { useEffect, useRef, type MouseEvent } from 'react';

/**
 * @returns the props of a form's button. While the form is busy the button does nothing, and keeps the focus, which
 *   browsers take from one that is disabled. Afterwards it is in view, whatever has appeared above it; and it has the
 *   focus if what had it is gone, as a button to cancel is.
 */
export function useBusyButton(busy: boolean) {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!busy) return undefined;
    const button = ref.current!;
    return () => {
      if (document.activeElement === document.body) button.focus();
      else if (document.activeElement === button) button.scrollIntoView({ block: 'nearest' });
    };
  }, [busy]);
  return { ref, 'aria-disabled': busy || undefined, onClick: busy ? prevent : undefined };
}

function prevent(event: MouseEvent): void {
  event.preventDefault();
}

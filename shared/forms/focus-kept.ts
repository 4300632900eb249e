import { useEffect, useRef } from 'react';

/** @returns the button's ref. A button loses the focus while it is disabled; it gets it back unless the visitor has moved on. */
export function useFocusKept(disabled: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasDisabled = useRef(false);
  useEffect(() => {
    if (wasDisabled.current && !disabled && document.activeElement === document.body) button.current?.focus();
    wasDisabled.current = disabled;
  }, [disabled]);
  return button;
}

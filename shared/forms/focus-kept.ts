import { useEffect, useRef } from 'react';

/** @returns the button's ref. A disabled button loses the focus; it gets it back unless the visitor has moved on. */
export function useFocusKept(disabled: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasDisabled = useRef(false);
  useEffect(() => {
    if (wasDisabled.current && !disabled && document.activeElement === document.body) button.current?.focus();
    wasDisabled.current = disabled;
  }, [disabled]);
  return button;
}

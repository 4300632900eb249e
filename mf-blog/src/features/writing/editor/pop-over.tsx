import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { styled } from 'styled-components';

const Box = styled.div`
  position: absolute;
  top: calc(100% + 6px);
  left: 6px;
  z-index: 6;
  display: grid;
  gap: 14px;
  width: min(380px, calc(100% - 12px));
  padding: 18px;
  border: 1px solid var(--line);
  border-radius: var(--r-card);
  background: var(--surface);
  box-shadow: var(--sh-menu);
`;

interface PopOverProps {
  label: string;
  /** Its first field gets the focus; unless the visitor is writing elsewhere. */
  takesFocus?: boolean;
  onClose: () => void;
  /** Enter, or the first button. */
  onSubmit: () => void;
  children: ReactNode;
}

/**
 * A small dialog below the toolbar. It stands inside the page's form, so it is no form itself. Escape closes it.
 */
export function PopOver({ label, takesFocus = true, onClose, onSubmit, children }: PopOverProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.querySelector('input')?.select();
  }, [takesFocus]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) onSubmit();
    else return;
    event.preventDefault();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its field has the focus
    <Box ref={box} role="dialog" aria-label={label} onKeyDown={onKeyDown}>
      {children}
    </Box>
  );
}

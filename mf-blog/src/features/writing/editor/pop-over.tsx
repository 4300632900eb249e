import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { Quill } from 'react-quill';
import { styled } from 'styled-components';
import { isComposed } from './composition.ts';
import type { Selection } from './quill.ts';

/** Distance between the selected text and the form, in pixels. */
const GAP_PX = 8;

const Box = styled.div`
  position: absolute;
  z-index: 4;
  display: grid;
  gap: 14px;
  width: min(380px, calc(100% - 12px));
  padding: 18px;
  border: 1px solid var(--line);
  border-radius: var(--r-card);
  background: var(--surface);
  box-shadow: var(--sh-menu);
  scroll-margin-bottom: 16px;
`;

/** The part of the text that the form is about. */
export interface Place {
  quill: Quill;
  at: Selection;
}

interface PopOverProps {
  label: string;
  place: Place;
  /** Whether its first field gets the focus; not if the visitor is writing elsewhere. */
  takesFocus?: boolean;
  onClose: () => void;
  /** Called on Enter, or by the first button. */
  onSubmit: () => void;
  children: ReactNode;
}

/**
 * A small dialog at a part of the text: below it, or above it if there is room only there, but never over it. It is
 * inside the page's form, so it is not itself a form. Escape closes it.
 */
export function PopOver({ label, place: { quill, at }, takesFocus = true, onClose, onSubmit, children }: PopOverProps) {
  const box = useRef<HTMLDivElement>(null);
  const { index, length } = at;
  useLayoutEffect(() => {
    const stand = () => box.current && standAt(box.current, quill, { index, length });
    stand();
    const resized = new ResizeObserver(() => {
      stand();
      // A picture that has just been loaded pushes the form away, out of the window perhaps.
      if (box.current?.contains(document.activeElement)) box.current.scrollIntoView({ block: 'nearest' });
    });
    resized.observe(quill.root);
    return () => resized.disconnect();
  }, [quill, index, length]);
  useEffect(() => {
    // In braces: newer browsers return a promise here, which React would take for the effect's cleanup.
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  useEffect(() => {
    if (takesFocus) box.current?.querySelector('input')?.select();
  }, [takesFocus]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // These keys then end a word of an input method.
    if (isComposed(event.nativeEvent)) return;
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

function standAt(box: HTMLElement, quill: Quill, at: Selection): void {
  const selected = quill.getBounds(at.index, at.length);
  const { container } = quill;
  if (!selected || !box.offsetParent) return;
  const { top, bottom } = container.getBoundingClientRect();
  const height = box.offsetHeight + GAP_PX;
  const roomBelow = innerHeight - (top + selected.bottom);
  const roomAbove = top + selected.top - barBottom(container);
  // If there is room neither below nor above, it goes below and the page is scrolled to it.
  const isAbove = roomBelow < height && roomAbove >= height && bottom > top;
  const left = Math.max(6, Math.min(selected.left, container.clientWidth - box.offsetWidth - 6));
  box.style.setProperty('top', `${isAbove ? selected.top - height : selected.bottom + GAP_PX}px`);
  box.style.setProperty('left', `${left}px`);
}

/** Where the sticky toolbar ends, in the window. */
function barBottom(container: Element): number {
  return container.closest('form')?.querySelector('[role=toolbar]')?.getBoundingClientRect().bottom ?? 0;
}

import { useEffect, useId, useRef, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { IconButton } from './button.tsx';
import { CloseIcon } from './icons.tsx';

const Box = styled.dialog<{ $wide?: boolean | undefined }>`
  --ground: var(--surface);
  width: min(${({ $wide }) => ($wide ? '1080px' : '560px')}, 100% - 32px);
  max-height: calc(100dvh - 32px);
  padding: 0;
  border: 1px solid var(--line);
  border-radius: var(--r-panel);
  background: var(--surface);
  color: var(--text);
  box-shadow: var(--sh-menu);
  overscroll-behavior: contain;

  &::backdrop { background: var(--scrim); }
`;

const Content = styled.div`
  display: grid;
  gap: 20px;
  padding: clamp(20px, 3vw, 32px);

  header { display: flex; align-items: flex-start; justify-content: space-between; gap: 16px; }
  header h2 { padding-top: 6px; font-size: var(--t-h3); line-height: 1.16; }
  header button { margin: -6px -10px 0 0; }
`;

interface DialogProps {
  open: boolean;
  /** The visitor closed it: by the button, Escape or a press beside it. */
  onClose: () => void;
  title: string;
  /** For images and drawings. */
  wide?: boolean;
  children: ReactNode;
}

/**
 * A modal dialog. The platform's own: it keeps the focus inside, makes the page inert, closes with Escape and gives the
 * focus back. The page behind does not scroll (theme/global-style.ts).
 */
export function Dialog({ open, onClose, title, wide, children }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  /** Where the last press began: a selection of text may end beside the dialog. */
  const pressed = useRef<EventTarget>(null);

  useEffect(() => {
    const { current } = dialog;
    if (open && !current!.open) current!.showModal();
    if (!open) current!.close();
  }, [open]);

  return (
    // On the keyboard, Escape does this.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <Box
      ref={dialog}
      $wide={wide}
      aria-labelledby={id}
      onClose={onClose}
      onPointerDown={({ target }) => (pressed.current = target)}
      onClick={({ currentTarget: box, target }) => target === box && pressed.current === box && box.close()}
    >
      <Content>
        <header>
          <h2 id={id}>{title}</h2>
          <IconButton type="button" aria-label="Close" onClick={() => dialog.current!.close()}>
            <CloseIcon />
          </IconButton>
        </header>
        {children}
      </Content>
    </Box>
  );
}

import type { MouseEvent } from 'react';
import { styled } from 'styled-components';
import { Banner } from './banner.tsx';
import { bringFocus } from './bring-focus.tsx';
import { Button } from './button.tsx';
import { RetryIcon } from './icons.tsx';

const Box = styled.div`
  display: grid;
  gap: 14px;
  justify-items: start;

  > :first-child { width: 100%; }
`;

interface FetchFailedProps {
  /** A sentence, e.g. "We could not load the posts." */
  what: string;
  /** The site could not be reached; otherwise the fault is the site's own. */
  isOffline: boolean;
  onRetry: () => void;
  busy?: boolean;
  /** What is tried again is a form, which script has sent, not the page. */
  isForm?: true;
}

/** Hands the focus on when the button goes: to the form's own button, or to the heading of what has arrived. */
const handingOn = (button: HTMLButtonElement) => () => {
  if (document.activeElement !== button) return;
  // A link has none.
  const submit = (button.form as HTMLFormElement | null | undefined)?.querySelector<HTMLElement>('[type=submit]');
  queueMicrotask(() => (submit ? submit.focus() : bringFocus(document.querySelector('#content h1'))));
};

/** Data could not be fetched: reports that in place, and whose fault it is, and offers to try again. */
export function FetchFailed({ what, isOffline, onRetry, busy, isForm }: FetchFailedProps) {
  const retry = (event: MouseEvent) => {
    event.preventDefault();
    onRetry();
  };
  return (
    <Box>
      <Banner kind="error">
        {what}
        <p>{isOffline ? 'Check your connection and try again.' : 'The fault is ours. Please try again in a minute.'}</p>
      </Banner>
      <Button
        ref={handingOn}
        // Without script, the link loads the same page again.
        {...((isForm ? { type: 'button' } : { as: 'a', href: '' }) as object)}
        $kind="secondary"
        $small
        onClick={retry}
        aria-busy={busy || undefined}
      >
        <RetryIcon />
        <span>{busy ? 'Loading...' : 'Try again'}</span>
      </Button>
    </Box>
  );
}

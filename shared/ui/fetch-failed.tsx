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
}

/** With what it was for, the button goes, and the focus with it: to the heading of what has arrived instead. */
const handingOn = (button: HTMLButtonElement) => () => {
  if (document.activeElement !== button) return;
  const submit = button.form?.querySelector<HTMLElement>('[type=submit]');
  queueMicrotask(() => (submit ? submit.focus() : bringFocus(document.querySelector('#content h1'))));
};

/** Data could not be fetched: says so in place, and whose fault it is, and offers to try again. */
export function FetchFailed({ what, isOffline, onRetry, busy }: FetchFailedProps) {
  return (
    <Box>
      <Banner kind="error">
        {what}
        <p>{isOffline ? 'Check your connection and try again.' : 'The fault is ours. Please try again in a minute.'}</p>
      </Banner>
      <Button ref={handingOn} type="button" $kind="secondary" $small onClick={onRetry} aria-busy={busy || undefined}>
        <RetryIcon />
        <span>{busy ? 'Loading...' : 'Try again'}</span>
      </Button>
    </Box>
  );
}

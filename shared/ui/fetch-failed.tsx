import { styled } from 'styled-components';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { RetryIcon } from './icons.tsx';

const Box = styled.div`
  display: grid;
  gap: 14px;
  justify-items: start;

  > :first-child { width: 100%; }
`;

/**
 * Data could not be fetched: says so in place and offers to try again.
 * @param what a sentence, e.g. "We could not load the posts."
 */
export function FetchFailed({ what, onRetry, busy }: { what: string; onRetry: () => void; busy?: boolean }) {
  return (
    <Box>
      <Banner kind="error">
        {what}
        <p>Check your connection and try again.</p>
      </Banner>
      <Button type="button" $kind="secondary" $small onClick={onRetry} aria-busy={busy || undefined}>
        <RetryIcon />
        Try again
      </Button>
    </Box>
  );
}

import { useId } from 'react';
import { styled } from 'styled-components';

const Box = styled.div`
  display: grid;
  gap: 8px;
  font-size: var(--t-small);
  font-weight: 600;

  progress {
    width: 100%;
    height: 8px;
    border: 0;
    border-radius: 0;
    background: var(--line);
    appearance: none;
    forced-color-adjust: none;
  }
  progress::-webkit-progress-bar { background: var(--line); }
  progress::-webkit-progress-value { background: var(--check) 0 0 / 8px 8px; }
  progress::-moz-progress-bar { background: var(--check) 0 0 / 8px 8px; }
`;

/** Shows how much of the form has been sent. @param part 0 to 1; at 1, the answer is still to come */
export function UploadProgress({ part }: { part: number }) {
  const id = useId();
  const percent = Math.floor(part * 100);
  return (
    <Box>
      <label htmlFor={id}>{percent < 100 ? `Sending: ${percent}%` : 'Sent. Waiting for confirmation'}</label>
      <progress id={id} max={100} value={percent} />
    </Box>
  );
}

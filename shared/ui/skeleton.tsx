import { keyframes, styled } from 'styled-components';

const shuttle = keyframes`to { background-position: 12px 0; }`;

const Bars = styled.div`
  display: grid;
  gap: 14px;

  @media (forced-colors: active) { > div { border: 1px solid; } }
`;

const Bar = styled.div<{ $tall?: boolean; $part?: string }>`
  width: ${({ $part = '100%' }) => $part};
  height: ${({ $tall }) => ($tall ? '26px' : '16px')};
  border-radius: 3px;
  background: color-mix(in srgb, var(--text) 11%, transparent);
`;

const Checker = styled.div`
  --faint: color-mix(in srgb, var(--text) 12%, transparent);
  height: 196px;
  background: conic-gradient(var(--faint) 25%, transparent 0 50%, var(--faint) 0 75%, transparent 0) 0 0 / 12px 12px;
  animation: ${shuttle} 1.2s steps(2, end) infinite;
`;

/** The shape of a page that is on its way: a faint cloth and bars for text. */
export function Skeleton() {
  return (
    <Bars role="status">
      <span className="visually-hidden">Loading...</span>
      <Checker />
      <Bar $tall $part="68%" />
      <Bar $part="90%" />
      <Bar $part="54%" />
    </Bars>
  );
}

import { keyframes, styled } from 'styled-components';

const shuttle = keyframes`to { background-position: 11px 0; }`;

const Checker = styled.span`
  flex: none;
  width: 22px;
  height: 22px;
  border-radius: 1px;
  background: conic-gradient(currentColor 25%, transparent 0 50%, currentColor 0 75%, transparent 0) 0 0 / 11px 11px;
  animation: ${shuttle} 900ms steps(2, end) infinite;
`;

/** A checker that shuttles. Decorative: say beside it what is going on. */
export function Loader() {
  return <Checker data-loader="" aria-hidden="true" />;
}

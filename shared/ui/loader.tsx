import { keyframes, styled } from 'styled-components';

const shuttle = keyframes`to { background-position: 11px 0; }`;

const Checker = styled.span`
  flex: none;
  width: 22px;
  height: 22px;
  border-radius: 1px;
  background: conic-gradient(currentColor 25%, transparent 0 50%, currentColor 0 75%, transparent 0) 0 0 / 11px 11px;
  animation: ${shuttle} 900ms steps(2, end) infinite;

  @media (forced-colors: active) { border: 1px solid; }
`;

/** A checker that shuttles. Decorative: say beside it what is going on. */
function Loader() {
  return <Checker data-loader="" aria-hidden="true" />;
}

/**
 * What a button says while it is busy. The words have their own element: a browser that translates the page puts
 * other text nodes in their place, which React could not take out again.
 */
export function Busy({ children }: { children: string }) {
  return (
    <>
      <Loader />
      <span>{children}</span>
    </>
  );
}

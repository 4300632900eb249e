import { styled } from 'styled-components';

/**
 * For what needs passkeys: hidden as long as `data-hidden` is set, and without script. Its space is reserved from the
 * start, so that nothing moves once the script knows what the browser can do.
 */
export const PasskeyRoom = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: inherit;

  &[data-hidden] { visibility: hidden; }
  @media (scripting: none) { display: none; }
`;

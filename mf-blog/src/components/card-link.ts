import { css } from 'styled-components';

/** A heading's link covers the whole card or row; the card shows the focus. */
export const cardLink = css`
  position: relative;

  h3 a { text-decoration: none; }
  h3 a::after { content: ''; position: absolute; inset: 0; }
  &:hover h3 a { text-decoration: underline; text-decoration-thickness: 2px; }
  h3 a:focus-visible { outline: 0; }
  &:has(h3 a:focus-visible) { outline: 3px solid var(--focus); outline-offset: 5px; }
`;

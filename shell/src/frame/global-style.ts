import { createGlobalStyle, css } from 'styled-components';
import { globalStyle } from 'shared/theme/global-style';
import { fontFaces } from './fonts.ts';

const frameStyle = css`
  /* The header is fixed; its place stays the same when it becomes compact, so that nothing jumps. */
  body { padding-top: var(--header-mobile); }

  @media (min-width: 1024px) {
    body { padding-top: var(--header); }
  }
  @media (scripting: none) and (max-width: 1023.98px) {
    body { padding-top: 0; }
  }
`;

/** Rendered once, by the frame. */
export const GlobalStyle = createGlobalStyle`
  ${fontFaces}
  ${globalStyle}
  ${frameStyle}
`;

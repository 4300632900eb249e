/**
 * The CSS of the frame that no component owns. The server writes it into the document, where it stays for the whole
 * page view; the browser's bundle carries none of it.
 */
import { globalStyle } from 'shared/theme/global-style';
import { fontFaces } from 'shared/theme/fonts';
import { shortCss } from '../server-markup/short-css.ts';

const frameStyle = `
  /* The header is fixed. The space kept for it does not shrink when it becomes compact, so nothing jumps. */
  body { padding-top: var(--header-mobile); }

  @media (min-width: 1024px) {
    body { padding-top: var(--header); }
  }
  /* A card grows into its article. Presses during the transition go to the page. */
  ::view-transition { pointer-events: none; }
  ::view-transition-old(*), ::view-transition-new(*) { animation-duration: 160ms; }
  ::view-transition-group(*) { animation-duration: 0s; }
  ::view-transition-group(cover) { animation-duration: 320ms; animation-timing-function: var(--ease); overflow: clip; }
  ::view-transition-old(cover), ::view-transition-new(cover) { height: 100%; object-fit: cover; }

  @media (scripting: none) and (max-width: 1023.98px) {
    body { padding-top: 0; }
  }
`;

/** Ready to be put into a `<style>` element. */
export const globalCss = shortCss(fontFaces + globalStyle + frameStyle);

import { css, styled } from 'styled-components';

/** How running text looks, for components that have their own element. */
export const prose = css`
  max-width: var(--measure);
  font-size: 1.125rem;
  line-height: 1.7;

  > * + * { margin-top: 1.1em; }
  h2, li, blockquote, pre { unicode-bidi: plaintext; }
  h2 {
    margin-top: 1.9em;
    font-size: clamp(1.625rem, 1.4rem + .9vw, 2.125rem);
    line-height: 1.15;
    scroll-margin-top: 104px;
  }
  h3 { margin-top: 1.6em; font-size: 1.3125rem; }
  h2:first-child { margin-top: 0; }
  a { color: var(--accent); }
  a:hover { color: var(--accent-hover); }
  ul, ol { padding-inline-start: 1.4em; }
  li + li { margin-top: .45em; }
  li::marker { color: var(--accent); font-weight: 600; }
  blockquote {
    position: relative;
    padding: 2px 0;
    padding-inline-start: 28px;
    font: 700 1.5rem / 1.3 var(--f-display);
    letter-spacing: -.008em;
  }
  blockquote::before {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    width: 8px;
    background: var(--check) 0 0 / 8px 8px;
  }
  code { padding: .12em .4em; border-radius: 3px; background: var(--sunken); font: .9em / 1.5 var(--f-mono); }
  pre {
    padding: 20px 22px;
    border-radius: var(--r-card);
    background: var(--band);
    color: var(--on-band);
    font: .9375rem / 1.5 var(--f-mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  pre code { padding: 0; background: none; font: inherit; }
  img { height: auto; }
  figcaption { margin-top: 10px; color: var(--text-2); font-size: var(--t-small); }
  hr { width: 64px; height: 8px; margin-block: 2.4em; border: 0; background: var(--check) 0 0 / 8px 8px; }
  blockquote::before, hr { forced-color-adjust: none; }
  /* A wide table scrolls in its own box and does not widen the page. Equal columns keep head and body aligned. */
  table { display: block; width: 100%; overflow-x: auto; font-size: 1rem; }
  caption { display: block; margin-bottom: 8px; color: var(--text-2); text-align: start; }
  thead, tbody, tfoot { display: table; width: 100%; table-layout: fixed; border-collapse: collapse; }
  table:has(:nth-child(3):is(td, th)) :is(thead, tbody, tfoot) { min-width: 26rem; }
  table:has(:nth-child(4):is(td, th)) :is(thead, tbody, tfoot) { min-width: 42rem; }
  th, td {
    padding: 12px 0;
    padding-inline-end: 16px;
    border-bottom: 1px solid var(--line);
    text-align: start;
    vertical-align: top;
  }
  th { font-weight: 650; }
  td code { padding-inline: .2em; font-size: .8em; }
`;

/** Running text. */
export const Prose = styled.div`${prose}`;

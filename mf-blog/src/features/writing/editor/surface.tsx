/** What comes with the editor only: the page has its frame before. */
import { css, styled } from 'styled-components';
import { prose } from 'shared/ui/prose';
import { body } from './frame.tsx';

/**
 * Stays on one line where there is room. It is also a separate text to browsers: together, the two would be the
 * page's largest text, which would then appear only with the editor (LCP).
 */
export const Sentence = styled.span`
  display: inline-block;
`;

/** Depths below the first, as far as Quill goes. */
const depths = [1, 2, 3, 4, 5, 6, 7, 8];
const counters = depths.map((depth) => `depth-${depth}`);

/** Quill keeps every list in an `ol`, its items' kind and depth in attributes. */
const lists = css`
  ol { padding: 0; counter-reset: ${['depth-0', ...counters].join(' ')}; }
  li { position: relative; padding-inline-start: 1.6em; list-style: none; }
  /* Quill's own element for the marker: Firefox's cursor goes into it and is stuck there. */
  .ql-ui { display: none; }
  li::before { position: absolute; inset-inline-start: 0; width: 1.3em; color: var(--accent); font-weight: 600; }
  [data-list='bullet']::before { content: '\\2022'; }
  [data-list='ordered'] { counter-increment: depth-0; }
  [data-list='ordered']::before { content: counter(depth-0) '.'; }
  li:not([class*='ql-indent']) { counter-set: ${counters.join(' ')}; }
  ${depths.map(
    (depth) => css`
    .ql-indent-${depth} { margin-inline-start: ${depth * 1.6}em; }
    .ql-indent-${depth}[data-list='ordered'] { counter-increment: depth-${depth}; }
    .ql-indent-${depth}[data-list='ordered']::before { content: counter(depth-${depth}) '.'; }
  `,
  )}
`;

/** Where the text is written; it looks as readers will see it. */
export const Surface = styled.div`
  position: relative;

  .ql-editor {
    ${prose}
    ${body}
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    cursor: text;
  }
  .ql-editor { ${lists} }
  .ql-editor img { height: auto; cursor: pointer; }
  .ql-code-block-container {
    padding: 20px 22px;
    border-radius: var(--r-card);
    background: var(--band);
    color: var(--on-band);
    font: .9375rem / 1.5 var(--f-mono);
  }
  .ql-code-block { unicode-bidi: plaintext; }
  .ql-clipboard { display: none; }
`;

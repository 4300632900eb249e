/** The editor's frame, the same before the editor has arrived and after. */
import { css, styled } from 'styled-components';
import { prose } from 'shared/ui/prose';

export const Frame = styled.div`
  --ground: var(--surface);
  border: 1.5px solid var(--line-strong);
  border-radius: var(--r-card);
  background: var(--surface);

  /* An outline, since forced colours leave out shadows. */
  &:focus-within { border-color: var(--focus); outline: 1.5px solid var(--focus); }
`;

export const Bar = styled.div`
  position: sticky;
  top: 60px;
  z-index: 5;
  display: flex;
  align-items: center;
  justify-content: flex-end;
  min-height: 57px;
  border-bottom: 1px solid var(--line);
  border-radius: 5px 5px 0 0;
  background: var(--surface);

  /* Keeps the line that is being written out from behind it. On tablets the tools take two rows. */
  html:has(&) { scroll-padding-top: 128px; }
  @media (min-width: 768px) and (max-width: 1023.98px) { html:has(&) { scroll-padding-top: 174px; } }
  /* The tools themselves are in view. */
  html:has(&:focus-within) { scroll-padding-top: 60px; }
  @media (scripting: none) { display: none; }
`;

export const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 8px 20px;
  padding: 12px 18px;
  border-top: 1px solid var(--line);
  color: var(--text-2);
  font-size: var(--t-small);
`;

/**
 * Stays on one line where there is room. It is also a text of its own to browsers: together, the two would be the
 * page's largest text, which would then appear only with the editor (LCP).
 */
export const Sentence = styled.span`
  display: inline-block;
`;

const body = css`
  display: block;
  width: min(100%, var(--measure) + 2 * clamp(20px, 4vw, 48px));
  min-height: 420px;
  margin-inline: auto;
  padding: clamp(20px, 4vw, 48px);
  border: 0;
  outline: 0;
  background: none;
  font-size: 1.125rem;
  line-height: 1.7;
`;

/** Shown without script, and until the editor has arrived. */
export const PlainText = styled.textarea`
  ${body}
  resize: vertical;
  field-sizing: content;
`;

/** Depths below the first, as far as Quill goes. */
const depths = [1, 2, 3, 4, 5, 6, 7, 8];
const counters = depths.map((depth) => `depth-${depth}`);

/** Quill keeps every list in an `ol`, its items' kind and depth in attributes. */
const lists = css`
  ol { padding: 0; counter-reset: ${['depth-0', ...counters].join(' ')}; }
  li { position: relative; padding-inline-start: 1.6em; list-style: none; }
  li > .ql-ui { position: absolute; inset-inline-start: 0; width: 1.3em; color: var(--accent); font-weight: 600; }
  [data-list='bullet'] > .ql-ui::before { content: '\\2022'; }
  [data-list='ordered'] { counter-increment: depth-0; }
  [data-list='ordered'] > .ql-ui::before { content: counter(depth-0) '.'; }
  li:not([class*='ql-indent']) { counter-set: ${counters.join(' ')}; }
  ${depths.map(
    (depth) => css`
    .ql-indent-${depth} { margin-inline-start: ${depth * 1.6}em; }
    .ql-indent-${depth}[data-list='ordered'] { counter-increment: depth-${depth}; }
    .ql-indent-${depth}[data-list='ordered'] > .ql-ui::before { content: counter(depth-${depth}) '.'; }
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
  .ql-clipboard { display: none; }
`;

/** The editor's frame, the same before the editor has arrived and after. */
import { css, styled } from 'styled-components';

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
  /* With a message in the tools' place it would take all of a phone's window. */
  &:has([role='status']) { position: static; flex-wrap: wrap; }
  > [role='status'] { flex: 0 0 100%; }
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

/** What the plain field and the editor's text have in common. */
export const body = css`
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

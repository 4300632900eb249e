import type { ComponentProps } from 'react';
import { styled } from 'styled-components';
import { FieldFrame } from 'shared/ui/field';
import { isComposed } from './editor/composition.ts';

const Line = styled.textarea`
  display: block;
  width: 100%;
  overflow: hidden;
  padding: 10px 0 14px;
  border: 0;
  border-bottom: 1.5px solid var(--line-strong);
  border-radius: 0;
  background: none;
  font: 700 clamp(1.75rem, 1.3rem + 2.2vw, 3.25rem) / 1.3 var(--f-display);
  letter-spacing: -.014em;
  resize: none;
  field-sizing: content;

  &::placeholder { color: var(--text-3); opacity: 1; }
  &:focus, &:focus-visible { outline: 0; border-color: var(--focus); box-shadow: 0 2px 0 var(--focus); }
  &[aria-invalid='true'] { border-color: var(--error); }
  @media (forced-colors: active) { &:focus { outline: 2px solid; } }
  /* Where it cannot grow, it has room for most titles, and scrolls. */
  @supports not (field-sizing: content) {
    height: calc(2lh + 26px);
    overflow-y: auto;

    @media (max-width: 767.98px) { height: calc(3lh + 26px); }
  }
`;

interface TitleFieldProps extends Omit<ComponentProps<'textarea'>, 'onChange'> {
  error: string | undefined;
  onEdit: () => void;
  /** Called when Enter has been pressed: a title is one line, and the text comes next. */
  onEnter: () => void;
}

/** A title in its final size. It grows with its words and stays one line of text. */
export function TitleField({ id, error, onEdit, onEnter, ...field }: TitleFieldProps) {
  return (
    <FieldFrame id={id} label="Title" error={error}>
      {(control) => (
        <Line
          {...field}
          {...control}
          name="title"
          rows={1}
          aria-required
          placeholder="What is it about?"
          onChange={onEdit}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposed(event.nativeEvent)) return;
            event.preventDefault();
            onEnter();
          }}
        />
      )}
    </FieldFrame>
  );
}

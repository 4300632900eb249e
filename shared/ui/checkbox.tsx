import { useId, type ComponentProps, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { FieldError } from './field.tsx';

const Row = styled.div`
  display: flex;
  gap: 12px;
  align-items: flex-start;
  padding-block: 10px;

  label { line-height: 1.5; }
`;

const Box = styled.input`
  position: relative;
  display: grid;
  flex: none;
  place-items: center;
  width: 26px;
  height: 26px;
  margin: 0;
  border: 1.5px solid var(--line-strong);
  border-radius: 3px;
  background: var(--surface);
  appearance: none;
  cursor: pointer;

  /* The tick, with enough room around it for a finger. */
  &::before {
    content: '';
    width: 14px;
    height: 14px;
    background: var(--on-action);
    clip-path: polygon(14% 47%, 0 62%, 40% 96%, 100% 20%, 84% 6%, 38% 66%);
    transform: scale(0);
  }
  &::after { content: ''; position: absolute; inset: -11px; }

  &:hover { border-color: var(--text-2); }
  &:checked { border-color: var(--action); background: var(--action); }
  &:checked::before { transform: none; }
  &[aria-invalid='true'] { border-color: var(--error); box-shadow: inset 0 0 0 .75px var(--error); }

  @media (forced-colors: active) { appearance: auto; }
`;

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** The label: words, and links that stay links. */
  children: ReactNode;
  /** What is wrong, in words. */
  error?: string | undefined;
}

/** A box to tick, with its label beside it. */
export function Checkbox({ id: given, children, error, ...input }: CheckboxProps) {
  const own = useId();
  const id = given ?? own;
  return (
    <div>
      <Row>
        <Box
          {...input}
          type="checkbox"
          id={id}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error ? `${id}error` : undefined}
        />
        <label htmlFor={id}>{children}</label>
      </Row>
      {error && <FieldError id={`${id}error`}>{error}</FieldError>}
    </div>
  );
}

import { useId, type ComponentProps, type ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { KEPT_FIELDS, TILL_SENT } from '../contracts/kept-fields.ts';
import { AlertIcon, CheckIcon } from './icons.tsx';

const Frame = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 7px;
  align-content: start;

  label { font-size: var(--t-small); font-weight: 600; line-height: 1.4; }
`;

const Optional = styled.span`
  color: var(--text-2);
  font-weight: 400;
`;

const Help = styled.p`
  color: var(--text-2);
  font-size: var(--t-small);
  line-height: 1.45;
`;

const Verdict = styled.p<{ $good?: boolean }>`
  display: flex;
  gap: 8px;
  align-items: flex-start;
  color: ${({ $good }) => ($good ? 'var(--success)' : 'var(--error)')};
  font-size: var(--t-small);
  font-weight: 550;
  line-height: 1.4;

  svg { margin-top: 1px; }
`;

const control = css`
  width: 100%;
  min-height: var(--control);
  padding: 12px 16px;
  border: 1.5px solid var(--line-strong);
  border-radius: var(--r-control);
  background: var(--surface);
  color: var(--text);
  transition: border-color var(--d-control), box-shadow var(--d-control);

  &::placeholder { color: var(--text-3); opacity: 1; }
  &:hover { border-color: var(--text-2); }
  &:focus { outline: 3px solid var(--focus); outline-offset: 0; border-color: var(--focus); }
  &[aria-invalid='true'] { border-color: var(--error); box-shadow: inset 0 0 0 .75px var(--error); }
  [data-success] > & { border-color: var(--success); }
`;

/** What is wrong with a field, in words. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <Verdict id={id}>
      <AlertIcon size={18} />
      {/* In its own element, it can also be replaced where the browser has translated it. */}
      <span>{children}</span>
    </Verdict>
  );
}

/** A bare input, for controls that bring their own frame. */
export const Input = styled.input`${control}`;

const TextBox = styled.textarea`
  ${control}
  min-height: 152px;
  line-height: 1.55;
  resize: vertical;

  /* Paper has no scrollbar. */
  @media print { field-sizing: content; }
`;

export interface FieldText {
  /** Id of the control, where something links to it. */
  id?: string | undefined;
  label: string;
  optional?: boolean;
  /** Shown below the control. */
  help?: string;
  /** What is wrong, in words. */
  error?: string | undefined;
  /** What is right, in words, where that is worth saying. */
  success?: string | undefined;
}

/** What a control inside a {@link FieldFrame} must carry. */
export interface ControlProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** Label, control, help and error, tied together for assistive technology. */
export function FieldFrame({
  id: given,
  label,
  optional,
  help,
  error,
  success,
  children,
}: FieldText & { children: (control: ControlProps) => ReactNode }) {
  const own = useId();
  const id = given ?? own;
  const described = [help && `${id}help`, error && `${id}error`, success && `${id}success`].filter(Boolean).join(' ');
  return (
    <Frame data-success={success ? '' : undefined}>
      <label htmlFor={id}>
        {label}
        {optional && <Optional> (optional)</Optional>}
      </label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': described || undefined,
      })}
      {help && <Help id={`${id}help`}>{help}</Help>}
      {error && <FieldError id={`${id}error`}>{error}</FieldError>}
      {success && (
        <Verdict $good id={`${id}success`}>
          <CheckIcon size={18} />
          {success}
        </Verdict>
      )}
    </Frame>
  );
}

/** A field of one line. */
export function Field({ id, label, optional, help, error, success, ...input }: FieldText & ComponentProps<'input'>) {
  return (
    <FieldFrame {...{ id, label, optional, help, error, success }}>
      {(control) => <Input {...input} {...control} />}
    </FieldFrame>
  );
}

/** A field of several lines. */
export function TextField({
  id,
  label,
  optional,
  help,
  error,
  success,
  ...input
}: FieldText & ComponentProps<'textarea'>) {
  return (
    <FieldFrame {...{ id, label, optional, help, error, success }}>
      {(control) => <TextBox {...input} {...control} />}
    </FieldFrame>
  );
}

/** A form and its rows, which are filled again when a visitor comes back. */
export const FormRows = styled.form.attrs({ [KEPT_FIELDS]: TILL_SENT } as object)`
  display: grid;
  gap: 22px;
`;

/** Two fields side by side where there is room. */
export const FieldPair = styled.div`
  display: grid;
  gap: 22px 20px;

  @media (min-width: 640px) { grid-template-columns: 1fr 1fr; }
`;

import type { ComponentProps } from 'react';
import { styled } from 'styled-components';
import { FieldFrame, Input, type FieldText } from './field.tsx';

/* WebKit would lay grey over the ground of a control with the browser's own look. */
const Frame = styled.div`
  position: relative;

  select { padding-right: 48px; appearance: none; }
  svg { position: absolute; inset-block: 0; right: 16px; margin-block: auto; pointer-events: none; }
`;

/** A choice of one from a list; `children` are its options. */
export function SelectField({ id, label, optional, help, error, ...select }: FieldText & ComponentProps<'select'>) {
  return (
    <FieldFrame {...{ id, label, optional, help, error }}>
      {(control) => (
        <Frame>
          <Input as="select" {...(select as object)} {...control} />
          {/* As in `icons.tsx`; one more there would have to be loaded by pages without a choice. */}
          <svg width="20" height="20" viewBox="0 0 24 24" className="icon" aria-hidden="true">
            <path d="m6 9 6 6 6-6" />
          </svg>
        </Frame>
      )}
    </FieldFrame>
  );
}

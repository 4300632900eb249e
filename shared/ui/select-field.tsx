import type { ComponentProps } from 'react';
import { FieldFrame, Input, type FieldText } from './field.tsx';

/** A choice of one from a list; `children` are its options. */
export function SelectField({ id, label, optional, help, error, ...select }: FieldText & ComponentProps<'select'>) {
  return (
    <FieldFrame {...{ id, label, optional, help, error }}>
      {(control) => <Input as="select" {...(select as object)} {...control} />}
    </FieldFrame>
  );
}

/** Attributes of the inputs of a form, from its table (`shared/rules/form.ts`). */
import type { FormField, FormTable } from '../rules/form.ts';

interface InputProps {
  name: string;
  label: string;
  optional?: boolean | undefined;
  /**
   * For screen readers. Browsers tell them of a field with `required` that it is wrong while it is empty, even before
   * anything has been typed; only a form that the browser itself checks needs that.
   */
  'aria-required': true | undefined;
  help?: string | undefined;
  type?: string | undefined;
  inputMode?: 'email' | 'numeric' | undefined;
  autoComplete?: string | undefined;
  placeholder?: string | undefined;
}

const byKind: Partial<Record<FormField['kind'], Partial<InputProps>>> = {
  email: { type: 'email', inputMode: 'email', autoComplete: 'email' },
  phone: { type: 'tel', inputMode: 'numeric', autoComplete: 'tel', help: 'A Nigerian mobile number, digits only.' },
  url: { type: 'url', autoComplete: 'url', placeholder: 'https://' },
};

/**
 * For the field components of `shared/ui`. Without `maxlength`, with which browsers cut off what is pasted and say
 * nothing: the form's check says what is too long.
 */
export function inputOf<Form extends FormTable>(form: Form, name: keyof Form & string): InputProps {
  const { kind, label, optional, autoComplete, placeholder }: FormField = form[name]!;
  const usual = byKind[kind];
  return {
    name,
    label,
    optional,
    'aria-required': optional ? undefined : true,
    placeholder,
    ...usual,
    autoComplete: autoComplete ?? usual?.autoComplete,
  };
}

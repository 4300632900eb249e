/**
 * react-hook-form over the contact form's fields, with the shared rules. Loaded when a visitor turns to the form:
 * the fields are the browser's own until then, and what was typed in them is taken over.
 */
import { createFormControl, type FieldErrors, type Resolver } from 'react-hook-form';
import type { ContactMessage } from 'shared/contracts/contact';
import { checkContact, contactFields, trimContact } from 'shared/rules/contact';

/** What is wrong, by field. */
export type ContactErrors = Partial<Record<keyof ContactMessage, string>>;

interface Outcome {
  /** All checks passed; the values are trimmed. */
  valid: (values: ContactMessage) => Promise<void>;
  /** @param first the message of the first check that failed */
  invalid: (errors: ContactErrors, first: string) => void;
}

export interface ContactControl {
  /** Checks, moves the focus to the first field that failed, and tells the outcome. */
  submit(): Promise<void>;
  /** Empties the form and lets go of its fields. */
  clear(): void;
}

/** The fields as they stand on the page: the first one that failed gets the focus. */
const pageOrder = ['fullName', 'subject', 'email', 'phone', 'message'] as const;

const check: Resolver<ContactMessage> = (values) => {
  const problems = checkContact(values);
  if (problems.length === 0) return { values: trimContact(values), errors: {} };
  const errors: FieldErrors<ContactMessage> = Object.fromEntries(
    problems.map(({ field, message }) => [field, { type: 'check', message }]),
  );
  return { values: {}, errors };
};

/** @param form holds a field for each key of a contact message, by name */
export function controlContactForm(form: HTMLFormElement, { valid, invalid }: Outcome): ContactControl {
  // No default values: they would overwrite what a visitor typed before.
  const { register, handleSubmit } = createFormControl<ContactMessage>({ resolver: check, reValidateMode: 'onSubmit' });
  const letGo = new AbortController();
  for (const name of pageOrder) {
    const element = form.elements.namedItem(name) as HTMLInputElement;
    const { ref, onChange } = register(name);
    ref(element);
    element.addEventListener('input', (event) => void onChange(event), { signal: letGo.signal });
  }
  const submit = handleSubmit(valid, (fieldErrors) => {
    const errors = Object.fromEntries(contactFields.map((name) => [name, fieldErrors[name]?.message]));
    invalid(errors, contactFields.map((name) => errors[name]).find(Boolean) ?? '');
  });
  return {
    submit: () => submit(),
    clear() {
      letGo.abort();
      form.reset();
    },
  };
}

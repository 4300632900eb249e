/** The contact form under control: loaded when a visitor turns to it. */
import type { ContactMessage } from 'shared/contracts/contact';
import { controlForm, type FormControl, type FormErrors } from 'shared/forms/form-control';
import { checkContact, trimContact } from 'shared/rules/contact';

interface Outcome {
  valid: (values: ContactMessage) => Promise<void>;
  invalid: (errors: FormErrors<ContactMessage>, first: string) => void;
}

/** The fields as they stand on the page. */
const fields = ['fullName', 'subject', 'email', 'phone', 'message'] as const;

export function controlContactForm(form: HTMLFormElement, outcome: Outcome): FormControl {
  return controlForm<ContactMessage>(form, { fields, check: checkContact, trim: trimContact, ...outcome });
}

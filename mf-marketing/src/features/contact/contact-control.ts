/** The contact form under control: loaded when a visitor turns to it. */
import type { ContactMessage } from 'shared/contracts/contact';
import { controlForm, type FormControl, type FormErrors } from 'shared/forms/form-control';
import { checkContact, trimContact } from 'shared/rules/contact';
import { pageOrder } from './answer.ts';

interface Outcome {
  valid: (values: ContactMessage) => Promise<void>;
  invalid: (errors: FormErrors<ContactMessage>, first: string) => void;
}

export function controlContactForm(form: HTMLFormElement, outcome: Outcome): FormControl {
  const control = controlForm<ContactMessage>(form, { fields: pageOrder, check: checkContact, trim: trimContact, ...outcome });
  return {
    ...control,
    clear() {
      control.clear();
      // A form resets to what the page came with, such as the chosen service.
      for (const name of pageOrder) (form.elements.namedItem(name) as HTMLInputElement).value = '';
    },
  };
}

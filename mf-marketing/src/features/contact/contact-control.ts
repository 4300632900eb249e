/** The contact form under control, and what sends it: loaded when a visitor turns to it. */
import { controlForm, type FormControl, type FormErrors } from 'shared/forms/form-control';
import { checkContact } from 'shared/rules/contact';
import { contactForm, type ContactMessage } from 'shared/rules/contact-form';
import { trimForm, valueFields } from 'shared/rules/form';
import { sendMessage } from './send-message.ts';

export type SendMessage = typeof sendMessage;

interface Outcome {
  /** @param send sends it */
  valid: (message: ContactMessage, send: SendMessage) => Promise<void>;
  invalid: (errors: FormErrors<ContactMessage>, first: string) => void;
}

export function controlContactForm(form: HTMLFormElement, { valid, invalid }: Outcome): FormControl {
  const fields = valueFields(contactForm);
  const control = controlForm<ContactMessage>(form, {
    fields,
    check: checkContact,
    trim: (values) => trimForm(contactForm, values),
    valid: (message) => valid(message, sendMessage),
    invalid,
  });
  return {
    ...control,
    clear() {
      control.clear();
      // A form resets to what the page came with, such as the chosen service.
      for (const name of fields) (form.elements.namedItem(name) as HTMLInputElement).value = '';
    },
  };
}

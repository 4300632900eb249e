/** Controls the contact form and sends it. Loaded when a visitor turns to the form. */
import { controlForm, type FormControl } from 'shared/forms/form-control';
import type { FormErrors } from 'shared/forms/form-errors';
import { checkContact } from 'shared/rules/contact/contact';
import { contactForm, type ContactMessage } from 'shared/rules/contact/contact-form';
import { valueFields } from 'shared/rules/form';
import { messageKey, sendMessage } from './send-message.ts';

const means = { sendMessage, messageKey };

/** What sending needs. */
export type Means = typeof means;

interface SubmitHandlers {
  valid: (message: ContactMessage, means: Means) => Promise<void>;
  invalid: (errors: FormErrors<typeof contactForm>, first: string) => void;
}

export function controlContactForm(element: HTMLFormElement, { valid, invalid }: SubmitHandlers): FormControl {
  const control = controlForm(element, {
    form: contactForm,
    check: checkContact,
    hasSummary: true,
    valid: (message) => valid(message, means),
    invalid,
  });
  return {
    ...control,
    clear() {
      control.clear();
      // Resetting a form would bring back what the page came with, such as the chosen service.
      for (const name of valueFields(contactForm)) (element.elements.namedItem(name) as HTMLInputElement).value = '';
    },
  };
}

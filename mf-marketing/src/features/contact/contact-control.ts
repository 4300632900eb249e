/** Controls the contact form and sends it. Loaded when a visitor turns to the form. */
import { controlForm, type FormControl } from 'shared/forms/form-control';
import type { FormErrors } from 'shared/forms/form-errors';
import { checkContact } from 'shared/rules/contact/contact';
import { contactForm } from 'shared/rules/contact/contact-form';
import { messageKey, sendMessage, type SendResult } from './send-message.ts';

interface SubmitHandlers {
  /** @param send sends the message */
  valid: (send: () => Promise<SendResult>) => Promise<void>;
  invalid: (errors: FormErrors<typeof contactForm>, first: string) => void;
}

export function controlContactForm(element: HTMLFormElement, { valid, invalid }: SubmitHandlers): FormControl {
  return controlForm(element, {
    form: contactForm,
    check: checkContact,
    hasSummary: true,
    valid: (message) => valid(async () => sendMessage(message, await messageKey(message))),
    invalid,
  });
}

import { contactForm } from './contact-form.ts';
import { emailProblem } from '../email.ts';
import { formCheck } from '../form-check.ts';
import { phoneProblem } from '../phone.ts';

/**
 * What is wrong with a contact message, surrounding space aside: every empty field; if none is empty the e-mail;
 * if that is valid the phone; if that is valid too, whatever is too long or not text. Empty if it can be sent.
 */
export const checkContact = formCheck(contactForm, {
  kinds: { email: emailProblem, phone: phoneProblem },
  inSteps: true,
});

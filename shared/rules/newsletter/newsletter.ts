import { emailProblem } from '../email.ts';
import { formCheck } from '../form-check.ts';
import { newsletterForm } from './newsletter-form.ts';

/** What is wrong with a subscription, surrounding space aside; empty if it can be sent. */
export const checkSignUp = formCheck(newsletterForm, { kinds: { email: emailProblem } });

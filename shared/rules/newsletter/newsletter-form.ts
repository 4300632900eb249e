import type { FormTable, FormValues } from '../form.ts';

/** Subscribing to the newsletter: on its page, and in the footer of all others. */
export const newsletterForm = {
  email: { kind: 'email', label: 'Email', noun: 'The email', placeholder: 'Enter your Email' },
} as const satisfies FormTable;

/** Body of `POST /api/newsletter/subscriptions`. */
export type NewsletterSignUp = FormValues<typeof newsletterForm>;

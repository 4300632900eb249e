import type { FormTable, FormValues } from '../form.ts';
import { EMAIL_MAX } from '../limits.ts';

/** The contact form (specification, sections 3 and 5). `subject` is labelled "Company Name" on the page. */
export const contactForm = {
  fullName: { kind: 'line', label: 'Full Name', max: 100, autoComplete: 'name' },
  email: { kind: 'email', label: 'Email', max: EMAIL_MAX },
  phone: { kind: 'phone', label: 'Phone', max: 30 },
  subject: { kind: 'line', label: 'Company Name', max: 200, autoComplete: 'organization' },
  message: { kind: 'text', label: 'Message', max: 5_000 },
} as const satisfies FormTable;

/** Body of `POST /api/post/form`. */
export type ContactMessage = FormValues<typeof contactForm>;

import { CV_FIELD } from '../../contracts/careers.ts';
import type { FormTable, FormValues } from '../form.ts';
import { EMAIL_MAX } from '../limits.ts';

/** The application for a role. */
export const applicationForm = {
  role: { kind: 'choice', label: 'Role' },
  firstName: { kind: 'line', label: 'First name', max: 100, autoComplete: 'given-name' },
  lastName: { kind: 'line', label: 'Last name', max: 100, autoComplete: 'family-name' },
  email: { kind: 'email', label: 'Email', max: EMAIL_MAX },
  phone: { kind: 'phone', label: 'Phone', max: 30 },
  linkedin: { kind: 'url', label: 'LinkedIn link', max: 300, optional: true },
  about: { kind: 'text', label: 'Anything you want to tell us', max: 5_000, optional: true },
  [CV_FIELD]: { kind: 'file', label: 'Resume / CV' },
} as const satisfies FormTable;

/** Text fields of the multipart body of `POST /api/careers/applications`, also those that may be empty. */
export type Application = FormValues<typeof applicationForm>;

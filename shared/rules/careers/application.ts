/** Checks of the application form, the same in the form and in the API. */
import { CV_FIELD, roleSlugs } from '../../contracts/careers.ts';
import type { FieldProblem } from '../../contracts/problem.ts';
import { applicationForm } from './application-form.ts';
import { cvProblem } from './cv.ts';
import { emailProblem } from '../email.ts';
import { FIELD_EMPTY, type FieldCheck, formCheck, textProblem } from '../form-check.ts';
import { phoneProblem } from '../phone.ts';

export const INVALID_ROLE = 'Choose one of the roles.';
export const INVALID_LINKEDIN = 'This must be a link to linkedin.com that begins with https://.';

const roleProblem: FieldCheck = (value) =>
  (roleSlugs as readonly string[]).includes(value) ? undefined : INVALID_ROLE;

const linkedInProblem: FieldCheck = (value, field) =>
  textProblem(value, field) ?? (isLinkedIn(value) ? undefined : INVALID_LINKEDIN);

/** What is wrong with the text fields, trimmed: one problem for each field, in the order of the form. */
export const checkApplication = formCheck(applicationForm, {
  kinds: {
    choice: { role: roleProblem },
    email: emailProblem,
    phone: phoneProblem,
    url: { linkedin: linkedInProblem },
  },
});

/** An https URL on linkedin.com or below it, on the usual port and without a login in it. */
function isLinkedIn(value: string): boolean {
  // The parser would drop line breaks and add what is missing, so the text must look like a full URL first. It takes a
  // backslash for a slash; other programs, such as those that mails are read in, might see another host then.
  if (!/^https:\/\/[^\s\\]+$/i.test(value) || !URL.canParse(value)) return false;
  const { hostname, port, username, password } = new URL(value);
  return /^([a-z0-9-]+\.)*linkedin\.com$/.test(hostname) && port + username + password === '';
}

/** What is wrong with the file; browsers send one without a name when none was chosen. */
export function checkCv(file: { name: string; size: number } | undefined): FieldProblem[] {
  const message = !file || file.name === '' ? FIELD_EMPTY : cvProblem(file);
  return message ? [{ field: CV_FIELD, message }] : [];
}

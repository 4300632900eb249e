/** Checks of the application form, the same in the form and in the API. */
import { type Application, CV_FIELD, roleSlugs } from '../contracts/careers.ts';
import type { FieldProblem } from '../contracts/problem.ts';
import { cvProblem } from './cv.ts';
import { FIELD_EMPTY, INVALID_EMAIL, isEmailAddress } from './email.ts';
import { APPLICATION_MAX } from './limits.ts';
import { INVALID_PHONE, isNigerianMobile } from './phone.ts';
import { strayCharacter } from './text.ts';

/** The text fields in the order of the form. */
export const applicationFields = ['role', 'firstName', 'lastName', 'email', 'phone', 'linkedin', 'about'] as const;

const optional: readonly string[] = ['linkedin', 'about'];

export const INVALID_ROLE = 'Choose one of the roles.';
export const INVALID_LINKEDIN = 'This must be an address on linkedin.com that begins with https://.';

/** The application with every field trimmed: what is checked is what is stored. */
export function trimApplication(values: Application): Application {
  return Object.fromEntries(applicationFields.map((name) => [name, values[name].trim()])) as unknown as Application;
}

/** What is wrong with the text fields, surrounding space aside: one problem for each field, in the order of the form. */
export function checkApplication(values: Application): FieldProblem[] {
  const trimmed = trimApplication(values);
  return applicationFields.flatMap((field) => {
    const message = problemOf(field, trimmed[field]);
    return message ? [{ field, message }] : [];
  });
}

function problemOf(field: keyof Application, value: string): string | undefined {
  if (value === '') return optional.includes(field) ? undefined : FIELD_EMPTY;
  if (field === 'role') return (roleSlugs as readonly string[]).includes(value) ? undefined : INVALID_ROLE;
  if (field === 'email') return isEmailAddress(value) ? undefined : INVALID_EMAIL;
  if (field === 'phone') return isNigerianMobile(value) ? undefined : INVALID_PHONE;
  const max = APPLICATION_MAX[field];
  if (value.length > max) return `This is too long: ${value.length} characters, at most ${max} fit.`;
  const stray = strayCharacter(value, field === 'about' ? 'text' : 'line');
  if (stray) return `This contains ${stray}. Remove it, then send again.`;
  return field === 'linkedin' && !isLinkedIn(value) ? INVALID_LINKEDIN : undefined;
}

/** An https address on linkedin.com or below it, on the usual port and without a login in it. */
function isLinkedIn(value: string): boolean {
  // URL.parse would drop line breaks and add what is missing: an address is written as it is meant.
  if (!/^https:\/\/\S+$/i.test(value) || !URL.canParse(value)) return false;
  const { hostname, port, username, password } = new URL(value);
  return /^([a-z0-9-]+\.)*linkedin\.com$/.test(hostname) && port + username + password === '';
}

/** What is wrong with the file; browsers send one without a name when none was chosen. */
export function checkCv(file: { name: string; size: number } | undefined): FieldProblem[] {
  const message = !file || file.name === '' ? FIELD_EMPTY : cvProblem(file);
  return message ? [{ field: CV_FIELD, message }] : [];
}

/** Checks of the contact form, the same in the form and in the API. Order and texts: specification, section 5. */
import type { ContactMessage } from '../contracts/contact.ts';
import type { FieldProblem } from '../contracts/problem.ts';
import { FIELD_EMPTY, INVALID_EMAIL, isEmailAddress } from './email.ts';
import { CONTACT_MAX } from './limits.ts';
import { INVALID_PHONE, isNigerianMobile } from './phone.ts';
import { strayCharacter } from './text.ts';

/** The fields in the order in which they are checked. */
export const contactFields = ['fullName', 'email', 'phone', 'subject', 'message'] as const;

/** The message with every field trimmed: what is checked is what is stored. */
export function trimContact(values: ContactMessage): ContactMessage {
  return {
    fullName: values.fullName.trim(),
    email: values.email.trim(),
    phone: values.phone.trim(),
    subject: values.subject.trim(),
    message: values.message.trim(),
  };
}

/**
 * What is wrong with a contact message, surrounding space aside: every empty field; if none is empty the e-mail;
 * if that is valid the phone; if that is valid too, whatever is too long or not text. Empty if it can be sent.
 */
export function checkContact(values: ContactMessage): FieldProblem[] {
  const message = trimContact(values);
  const empty = contactFields.filter((field) => message[field] === '');
  if (empty.length > 0) return empty.map((field) => ({ field, message: FIELD_EMPTY }));
  if (!isEmailAddress(message.email)) return [{ field: 'email', message: INVALID_EMAIL }];
  if (!isNigerianMobile(message.phone)) return [{ field: 'phone', message: INVALID_PHONE }];
  return contactFields.flatMap((field) => {
    const value = message[field];
    if (value.length > CONTACT_MAX[field]) {
      return [{ field, message: `This is too long: ${value.length} characters, at most ${CONTACT_MAX[field]} fit.` }];
    }
    const stray = strayCharacter(value, field === 'message' ? 'text' : 'line');
    return stray ? [{ field, message: `This contains ${stray}. Remove it, then send again.` }] : [];
  });
}

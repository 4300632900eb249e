/** To whom a reply to a mail goes. */
import { partsOf } from './email-key.ts';

/**
 * Whether an email may be in `Reply-To`. What is before its `@` goes there as it is, and a mail server may refuse a
 * header that is not ASCII, and with it the whole mail (RFC 6532).
 */
export function canBeReplyTo(email: string): boolean {
  return /^[\x20-\x7e]*$/.test(partsOf(email)[0]);
}

/** Says in a mail to the company where a reply goes. @param who wrote from that email */
export function replyText(email: string, who: 'sender' | 'applicant'): string {
  return canBeReplyTo(email)
    ? `A reply to this email goes to the ${who}.`
    : `A reply to this email does not go to the ${who}: write to the email above.`;
}

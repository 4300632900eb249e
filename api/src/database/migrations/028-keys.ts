/** The two keys of a person that migration 028 knows. A copy on purpose: a migration never changes what it does. */
import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';

/** Before Gmail's spellings were known as one mailbox. */
export function keyBefore(email: string): string {
  return hashOf(withoutTag(email));
}

export function keyAfter(email: string): string {
  const gmail = /^(.*)@(?:gmail|googlemail)\.com$/s.exec(withoutTag(email));
  return gmail ? hashOf(`${gmail[1]!.replaceAll('.', '')}@gmail.com`) : keyBefore(email);
}

function withoutTag(email: string): string {
  const [, name = '', domain = ''] = /^(.*)@([^@]*)$/s.exec(email.trim().normalize('NFC').toLowerCase()) ?? [];
  return `${name}@${domainToASCII(domain) || domain}`.replace(/\+[^@]*@/, '@');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

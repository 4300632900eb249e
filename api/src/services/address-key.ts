/** E-mail addresses as they are compared. */
import { createHash, createHmac } from 'node:crypto';
import { domainToASCII } from 'node:url';

/** The same for every spelling of an address that reaches the same mailbox nearly everywhere. */
export function addressKey(email: string): string {
  const [, name = '', domain = ''] = /^(.*)@([^@]*)$/s.exec(email.trim().normalize('NFC').toLowerCase()) ?? [];
  return `${name}@${domainToASCII(domain) || domain}`;
}

/**
 * Stands for an address that is not kept: it can be recognised when it is typed again, and not be read. Another secret of
 * the installation means that it is not recognised any more.
 */
export function sealedKey(secret: string, email: string): string {
  return `sealed ${createHmac('sha256', secret).update(`sealed-address/1\n${addressKey(email)}`).digest('base64url')}`;
}

/**
 * Tells persons apart without keeping their address. What stands between `+` and `@` is ignored: it makes many addresses
 * of one mailbox.
 */
export function personKey(email: string): string {
  return createHash('sha256').update(addressKey(email).replace(/\+[^@]*@/, '@')).digest('base64url');
}

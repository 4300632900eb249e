/** Emails in the form in which they are compared. */
import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { InstallationSecret } from 'shared/node/installation-secret';

/** The same for all spellings of an email that reach the same mailbox almost everywhere. */
export function emailKey(email: string): string {
  const [local, domain] = partsOf(email).map((part) => part.toLowerCase()) as [string, string];
  return `${local}@${domainToASCII(domain) || domain}`;
}

/** What comes before and after the last `@`; both are empty without one. */
export function partsOf(email: string): [local: string, domain: string] {
  const [, local = '', domain = ''] = /^(.*)@([^@]*)$/s.exec(email.trim().normalize('NFC')) ?? [];
  return [local, domain];
}

/**
 * Replaces an email that is not kept: it can be recognised when it is typed again, but not read. After a change of
 * the installation's secret it is no longer recognised.
 */
export function sealedKey(secret: InstallationSecret, email: string): string {
  return sealedKeys(secret, email)[0]!;
}

/** All keys that an email may have been sealed as; the first is {@link sealedKey}. */
export function sealedKeys(secret: InstallationSecret, email: string): string[] {
  return secret.signatures('sealed-address/1', emailKey(email)).map((signature) => `sealed ${signature}`);
}

/**
 * Tells people apart without keeping their email. Ignores what is between `+` and `@`, quotes, as well as Gmail's
 * dots and its other domain: they give one mailbox many emails.
 */
export function personKey(email: string): string {
  const [local, domain] = partsOf(emailKey(email));
  const name = unquoted(local).replace(/\+.*$/s, '');
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  return hashOf(isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`);
}

/** A local part as mail servers read it: `"ad\a"` is `ada`. */
export function unquoted(local: string): string {
  const [, inside] = /^"(.*)"$/s.exec(local) ?? [];
  return inside === undefined ? local : inside.replaceAll(/\\(.)/gs, '$1');
}

/** Whether it is one of the many emails that {@link personKey} takes for one mailbox, and not the plain one. */
export function isVariant(email: string): boolean {
  return hashOf(emailKey(email)) !== personKey(email);
}

/** What {@link personKey} was before it knew Gmail: rows whose email was unknown then still have it (decision 048). */
export function formerPersonKey(email: string): string {
  return hashOf(emailKey(email).replace(/\+[^@]*@/, '@'));
}

/** Every key that rows about a person may have, in the order in which they are locked. */
export function personKeys(email: string): string[] {
  return [...new Set([formerPersonKey(email), personKey(email)])];
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

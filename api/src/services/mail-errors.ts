/** What mail servers say when they refuse a mail, without the persons whom they name. */
import { domainToASCII, domainToUnicode } from 'node:url';
import type { OutboxMail } from '../repositories/outbox.ts';

const LEFT_OUT = '<…>';

/**
 * Everything that looks like an address, quoted local parts and other scripts included; with `@` as it is written in
 * links (`%40`), in xtext (`+40`) and in words as well.
 */
const ANY_ADDRESS = /(?:"(?:[^"\\]|\\.)*"|[^\s<>()[\]",:;]+?)(?:@|%40|\+40)[^\s<>()[\]",:;'@]+/giu;

/** @param text one line of the mail server's or the network's */
export function withoutAddresses(text: string, mail: Pick<OutboxMail, 'recipient' | 'reply_to' | 'subject'>): string {
  const known = [mail.recipient, mail.reply_to ?? ''].flatMap(spellings);
  // The longest first: a local part is a piece of its address.
  const words = [...known, mail.subject].filter((word) => word.length > 1).toSorted((a, b) => b.length - a.length);
  const said = words.reduce((left, word) => left.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])`, 'giu'), LEFT_OUT), text.normalize('NFC'));
  return said.replaceAll(ANY_ADDRESS, LEFT_OUT);
}

function escaped(word: string): string {
  return word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** How a server may write the address, and its local part alone. */
function spellings(address: string): string[] {
  const [, local = '', domain = ''] = /^(.*)@([^@]*)$/s.exec(address.trim().normalize('NFC')) ?? [];
  if (!local) return [];
  const unquoted = local.replace(/^"(.*)"$/s, '$1').replaceAll(/\\(.)/g, '$1');
  const domains = [domain, domainToASCII(domain), domainToUnicode(domain)].filter(Boolean);
  return [local, unquoted, `"${unquoted}"`].flatMap((name) => [name, ...domains.map((each) => `${name}@${each}`)]);
}

/** What mail servers say when they refuse a mail, with the people they name left out. */
import { domainToASCII, domainToUnicode } from 'node:url';
import { partsOf, unquoted } from './email-key.ts';
import type { OutboxMail } from './outbox.ts';

const LEFT_OUT = '<…>';

/** As itself, in links, and in xtext. */
const AT = ['@', '%40', '+40'];
/**
 * Everything that looks like an email address, quoted local parts and other scripts included. The part before the `@`
 * is limited: looked for from every character on, it would cost the square of a long sentence.
 */
const ANY_EMAIL = /(?:"(?:[^"\\]|\\.){0,320}"|[^\s<>()[\]",:;]{1,320}?)(?:@|%40|\+40)[^\s<>()[\]",:;'@]+/giu;

/** @param text one line of the mail server's or the network's */
export function withoutEmails(text: string, mail: Pick<OutboxMail, 'recipient' | 'replyTo' | 'subject'>): string {
  const people = [mail.recipient, mail.replyTo ?? ''].map(spellings);
  const words = [...people.flatMap(({ locals }) => locals), mail.subject].filter((word) => word.length > 1);
  const withoutKnown = leaveOut(
    text.normalize('NFC'),
    people.flatMap(({ emails }) => emails),
  );
  return leaveOut(withoutKnown.replaceAll(ANY_EMAIL, LEFT_OUT), words);
}

/** @param words each removed as a whole word, in any case */
function leaveOut(text: string, words: string[]): string {
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  return longestFirst.reduce(
    (left, word) =>
      left.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])`, 'giu'), LEFT_OUT),
    text,
  );
}

function escaped(word: string): string {
  return word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** The ways in which a server may write the email, and its local part alone. */
function spellings(email: string): { emails: string[]; locals: string[] } {
  const [local, domain] = partsOf(email);
  if (!local) return { emails: [], locals: [] };
  const name = unquoted(local);
  const locals = [local, name, `"${name}"`, `\\"${name}\\"`];
  const domains = [domain, domainToASCII(domain), domainToUnicode(domain)].filter(Boolean);
  return { locals, emails: locals.flatMap((each) => domains.flatMap((host) => AT.map((at) => each + at + host))) };
}

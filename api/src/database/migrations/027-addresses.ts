/**
 * What mail servers said, with the people they named left out, as migration 027 does it. A copy on purpose: a migration
 * does the same for ever, whatever the program does today.
 */
import { domainToASCII, domainToUnicode } from 'node:url';

/** What names a person in the mail. */
interface NamedIn {
  recipient: string;
  reply_to: string | null;
  subject: string;
}

const LEFT_OUT = '<…>';

/** As itself, in links, and in xtext. */
const AT = ['@', '%40', '+40'];
/** Everything that looks like an address, quoted local parts and other scripts included. */
const ANY_ADDRESS = /(?:"(?:[^"\\]|\\.)*"|[^\s<>()[\]",:;]+?)(?:@|%40|\+40)[^\s<>()[\]",:;'@]+/giu;

/** @param text one line of the mail server's or the network's */
export function withoutAddresses(text: string, mail: NamedIn): string {
  const people = [mail.recipient, mail.reply_to ?? ''].map(spellings);
  const words = [...people.flatMap(({ locals }) => locals), mail.subject].filter((word) => word.length > 1);
  const withoutKnown = leaveOut(
    text.normalize('NFC'),
    people.flatMap(({ addresses }) => addresses),
  );
  return leaveOut(withoutKnown.replaceAll(ANY_ADDRESS, LEFT_OUT), words);
}

/** @param words each as a word of its own, in whichever case */
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

/** How a server may write the address, and the local part alone. */
function spellings(address: string): { addresses: string[]; locals: string[] } {
  const [, local = '', domain = ''] = /^(.*)@([^@]*)$/s.exec(address.trim().normalize('NFC')) ?? [];
  if (!local) return { addresses: [], locals: [] };
  const unquoted = local.replace(/^"(.*)"$/s, '$1').replaceAll(/\\(.)/g, '$1');
  const locals = [local, unquoted, `"${unquoted}"`, `\\"${unquoted}\\"`];
  const domains = [domain, domainToASCII(domain), domainToUnicode(domain)].filter(Boolean);
  return { locals, addresses: locals.flatMap((each) => domains.flatMap((host) => AT.map((at) => each + at + host))) };
}

/** How a mail leaves: through SMTP, or into a file per mail when no SMTP server is configured. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { company } from 'shared/content/company';
import { sync } from 'shared/node/files/sync';
import { asLine } from 'shared/rules/text';
import type { Attachment } from '../files/attachment.ts';
import { CONTACT_TOPIC, LEASE_MS, type OutboxMail } from './outbox.ts';
import { mailDraftName, mailFileName } from './files.ts';
import { pageOfText } from './mail-page.ts';
import { canBeReplyTo } from './reply-to.ts';

/** Delivers one mail. @throws whatever went wrong, see {@link isPermanent} */
export interface MailTransport {
  /** Named in the log. */
  name: string;
  send: (mail: OutboxMail, attachment?: Attachment) => Promise<void>;
  /** Takes back what was deleted while it was being sent, where that is possible. */
  withdraw?: (mail: OutboxMail) => Promise<void>;
}

/** A server that says nothing for so long, at any step of an SMTP conversation, is given up. */
const TIMEOUTS_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 20_000 };
/**
 * A whole conversation ends before the outbox's lease does, although a server may say a little now and then for as long
 * as it likes: no other worker sends the mail until then, and the mails behind it do not wait for good. The rest is for
 * the attachment, which object storage may take 10 s to hand out, and as long again if it was just moved.
 */
const CONVERSATION_MS = LEASE_MS - 30_000;

/**
 * Sends through `url` (`smtp://user:password@host:port`), one connection per mail. A password goes to another machine
 * through TLS or not at all: someone in between could leave out the server's offer of TLS. `?requireTLS=false` is for
 * networks where that cannot happen.
 * @param patience how long a conversation may take, in milliseconds; shorter in tests
 */
export function smtpTransport(url: string, from: string, patience = CONVERSATION_MS): MailTransport {
  const transporter = createTransport({ url, requireTLS: namesPassword(url) && !isThisMachine(url), ...TIMEOUTS_MS });
  return {
    name: 'smtp',
    send: async (mail, attachment) => {
      const replyTo = mail.replyTo && canBeReplyTo(mail.replyTo) ? mail.replyTo : null;
      const signal = AbortSignal.timeout(patience);
      try {
        await transporter.sendMail({ ...composed({ ...mail, replyTo }, from, attachment), signal });
      } catch (error) {
        if (!signal.aborted) throw error;
        throw new Error(`The mail server has not taken the mail within ${patience / 1000} seconds.`, { cause: error });
      }
    },
  };
}

const namesPassword = (url: string): boolean => new URL(url).password !== '';

function isThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/**
 * Writes each mail into a file below `folder`, which only its owner can read. A file appears complete or not at all,
 * and a mail that is sent twice is one file.
 */
export function fileTransport(folder: string, from: string): MailTransport {
  const transporter = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    name: 'files',
    send: async (mail, attachment) => {
      const { message } = await transporter.sendMail(composed(mail, from, attachment));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, mailDraftName(mail.id));
      await writeFile(draft, message as Buffer, { mode: 0o600 });
      await sync(draft);
      await rename(draft, join(folder, mailFileName(mail)));
    },
    withdraw: (mail) => rm(join(folder, mailFileName(mail)), { force: true }),
  };
}

/**
 * Whether trying again is pointless: the server refused sender, recipient or message with a 5xx answer. A refused
 * login is a matter of configuration, so those mails wait.
 */
export function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, response, responseCode } = error as { code?: unknown; response?: unknown; responseCode?: unknown };
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  // Without an answer, it was refused here: there is no one to send it to.
  if (response === undefined) return true;
  return typeof responseCode === 'number' && responseCode >= 500 && responseCode !== 530;
}

/**
 * A subject that looks encoded (RFC 2047), as a visitor has typed it. Nodemailer would send it as it is, and it would
 * arrive decoded: with any characters, those included that no subject may have. A letter has at most four bytes, an
 * encoded word at most 75 characters.
 */
function encodedSubject(subject: string) {
  const words = subject.match(/.{1,11}/gu)!.map((part) => `=?utf-8?B?${Buffer.from(part).toString('base64')}?=`);
  return { prepared: true, foldLines: true, value: words.join(' ') };
}

/** Addresses are given as objects and the rest as single lines: nothing in a value can become a header. */
function composed(mail: OutboxMail, from: string, attachment: Attachment | undefined) {
  const subject = asLine(mail.subject);
  const looksEncoded = subject.includes('=?');
  return {
    messageId: mail.messageId,
    date: new Date(mail.createdAt),
    from: { name: company.name, address: from },
    to: { name: '', address: mail.recipient },
    ...(mail.replyTo ? { replyTo: { name: '', address: mail.replyTo } } : {}),
    ...(looksEncoded ? {} : { subject }),
    text: mail.text,
    html: mail.html ?? pageOfText(mail),
    headers: {
      ...(looksEncoded ? { Subject: encodedSubject(subject) } : {}),
      // No absence note comes back to the site (RFC 3834). What a visitor has written may be answered by a program.
      ...(mail.topic === CONTACT_TOPIC || attachment ? {} : { 'Auto-Submitted': 'auto-generated' }),
      ...(mail.unsubscribeUrl
        ? {
            'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
    ...(attachment
      ? {
          attachments: [
            { filename: attachment.name, contentType: attachment.mediaType, content: Buffer.from(attachment.content) },
          ],
        }
      : {}),
    // Values come from visitors: never read files or URLs that they may name.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

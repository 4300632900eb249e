/**
 * Tokens of mailed links. A token is as good as a password, so only the mail has it; the database has its hash.
 *
 * Most tokens are derived from the installation's secret and the mail's id. The stored mail then has a gap in place of
 * the token, which is filled when the mail is sent. The stored hash needs the secret, too: with another one these links
 * have ended. Links that must outlive a change of the secret have random tokens.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { InstallationSecret } from 'shared/node/installation-secret';
import type { MailTransport } from './transport.ts';

/** Mails with a gap are of these topics. */
export const ACCOUNT_TOPIC = 'account';
export const MODERATION_TOPIC = 'moderation';

/** Where a letter has its token. No text of a person has this character, since no database holds it (decision 041). */
export const TOKEN_PLACE = '\u0000';
/** What the stored mail has there. */
const TOKEN_GAP = '{token}';

const RANDOM_BYTES = 32;

export function mailedToken(secret: InstallationSecret, mailId: string): string {
  return secret.sign('mailed-token/1', mailId);
}

/** A token that depends on no secret, so that links in old mails can unsubscribe after the secret has changed. */
export function randomToken(): string {
  return randomBytes(RANDOM_BYTES).toString('base64url');
}

/** Whether it has a token's characters: a link that was typed or made up may have any. */
export function mayBeToken(text: string): boolean {
  return /^[\w-]+$/.test(text);
}

/**
 * What the database stores of a mail's token. While there are two secrets there are two: an instance in which the other
 * one signs may send the mail (decision 161).
 */
export function hashesOfMail(secret: InstallationSecret, mailId: string): string[] {
  return secret.signatures('mailed-token/1', mailId).map((token) => secret.sign('mailed-link/1', token));
}

/**
 * The hashes by which such a token is looked up. Versions before December 2026 stored its plain hash: those links still
 * work.
 */
export function hashesOfMailedToken(secret: InstallationSecret, token: string): string[] {
  return [...secret.signatures('mailed-link/1', token), hashOfToken(token)];
}

/**
 * What the database stores of a random token. It is as random as its hash, so salt or a slow hash would add nothing.
 */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

const hasGap = (topic: string): boolean => topic === ACCOUNT_TOPIC || topic === MODERATION_TOPIC;

/** A letter's text as it is stored: no words of a person look like the gap. */
export function withGap(topic: string, text: string): string {
  return hasGap(topic) ? text.replaceAll(TOKEN_GAP, '{ token }').replaceAll(TOKEN_PLACE, TOKEN_GAP) : text;
}

/** Fills the gaps of mails on their way out. */
export function fillingTokens(transport: MailTransport, secret: InstallationSecret): MailTransport {
  return {
    ...transport,
    send: (mail, attachment) =>
      transport.send(
        hasGap(mail.topic) ? { ...mail, text: mail.text.replace(TOKEN_GAP, () => mailedToken(secret, mail.id)) } : mail,
        attachment,
      ),
  };
}

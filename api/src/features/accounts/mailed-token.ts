/**
 * Tokens that stand in a mail and nowhere else. A token follows from the installation's secret and the mail's id, so the
 * stored mail has a gap where the token belongs, which is filled when it is sent; only the hash is in the database.
 */
import { createHash, createHmac } from 'node:crypto';
import type { MailTransport } from '../../mail/transport.ts';

/** Mails with a gap are of these topics. */
export const ACCOUNT_TOPIC = 'account';
export const MODERATION_TOPIC = 'moderation';

export const TOKEN_GAP = '{token}';

export function mailedToken(secret: string, mailId: string): string {
  return createHmac('sha256', secret).update(`mailed-token/1\n${mailId}`).digest('base64url');
}

/** Whether it has a token's characters: anything can be in a link that somebody has typed or made up. */
export function mayBeToken(text: string): boolean {
  return /^[\w-]+$/.test(text);
}

/** As the database knows it. A token has as much chance in it as its hash: neither salt nor slowness would add anything. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Fills the gaps of mails on their way out. */
export function fillingTokens(transport: MailTransport, secret: string): MailTransport {
  return {
    ...transport,
    send: (mail, attachment) =>
      transport.send(
        mail.topic === ACCOUNT_TOPIC || mail.topic === MODERATION_TOPIC
          ? { ...mail, text: mail.text.replace(TOKEN_GAP, () => mailedToken(secret, mail.id)) }
          : mail,
        attachment,
      ),
  };
}

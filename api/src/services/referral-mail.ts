/** The mail that tells a referrer about tokens. */
import { randomUUID } from 'node:crypto';
import { company } from 'shared/content/company';
import { href, paths } from 'shared/contracts/paths';
import { dollars, redeemableFrom, REWARD } from 'shared/rules/referral';
import type { NewMail } from '../repositories/outbox.ts';

interface RewardMailFacts {
  referrer: { id: string; name: string; email: string };
  referral: { registeredAt: string };
  publicUrl: string;
  mailDomain: string;
  createdAt: string;
}

const dateText = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** Who it was that paid, is not said. */
export function rewardMail({ referrer, referral, publicUrl, mailDomain, createdAt }: RewardMailFacts): NewMail {
  const id = randomUUID();
  const from = dateText.format(new Date(redeemableFrom(referral.registeredAt)));
  return {
    id,
    cause: 'recipient',
    topic: 'referral',
    topicId: referrer.id,
    messageId: `<${id}@${mailDomain}>`,
    recipient: referrer.email,
    replyTo: null,
    subject: `You have earned tokens worth ${dollars(REWARD)}`,
    text: [
      `Hello ${referrer.name},`,
      `Somebody you referred to ${company.name} has registered and paid for a service. You have earned tokens worth ${dollars(REWARD)}.`,
      `They can be redeemed from ${from} UTC:\n${publicUrl}${href(paths.referral)}`,
      `${[company.name, company.phone.display, company.email.display].join('\n')}\n`,
    ].join('\n\n'),
    createdAt,
  };
}

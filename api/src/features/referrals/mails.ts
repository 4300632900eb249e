/** The mails that tell a referrer about tokens. */
import { company } from 'shared/content/company';
import { href, paths } from 'shared/contracts/paths';
import { dollars, redeemableFrom, REWARD_CENTS } from 'shared/rules/referrals/referral';
import type { Letter } from '../../mail/mailer.ts';
import { momentText } from '../../mail/moment-text.ts';

interface MailFacts {
  referrer: { id: string; name: string; email: string };
  publicUrl: string;
}

interface RewardMailFacts extends MailFacts {
  referral: { registeredAt: string };
  /** ISO 8601. */
  now: string;
  /** Redeemed tokens were taken back, and not all of them are settled. */
  isOwed: boolean;
}

interface ReversalMailFacts extends MailFacts {
  /** What is taken back, in US cents. */
  amount: number;
  wasRedeemed: boolean;
}

/** It does not say who paid. */
export function rewardMail({ referral, now, isOwed, ...facts }: RewardMailFacts): Letter {
  const from = redeemableFrom(referral.registeredAt);
  const when = from <= now ? 'now' : `from ${momentText(from)}`;
  return mail(facts, `You have earned tokens worth ${dollars(REWARD_CENTS)}`, [
    `Someone you referred to ${company.name} has registered and paid for a service. You have earned tokens worth ${dollars(REWARD_CENTS)}.`,
    isOwed
      ? `Tokens you redeemed whose payment was refunded are settled from them first. You can redeem what is left ${when}:\n${referralPage(facts)}`
      : `You can redeem them ${when}:\n${referralPage(facts)}`,
  ]);
}

/** The payment was refunded. */
export function reversalMail({ amount, wasRedeemed, ...facts }: ReversalMailFacts): Letter {
  const value = dollars(amount);
  return mail(facts, `Tokens worth ${value} were taken back`, [
    `A payment by someone you referred to ${company.name} has been refunded. The tokens worth ${value} that you earned from it have been taken back.`,
    wasRedeemed
      ? `You have already redeemed them. Your code stays valid; the next tokens you earn will cover it:\n${referralPage(facts)}`
      : `If that person pays again, you earn them again. See what you have here:\n${referralPage(facts)}`,
  ]);
}

const referralPage = ({ publicUrl }: MailFacts): string => `${publicUrl}${href(paths.referral)}`;

function mail({ referrer }: MailFacts, subject: string, paragraphs: string[]): Letter {
  return {
    cause: 'recipient',
    topic: 'referral',
    topicId: referrer.id,
    recipient: referrer.email,
    subject,
    paragraphs: [`Hello ${referrer.name},`, ...paragraphs],
  };
}

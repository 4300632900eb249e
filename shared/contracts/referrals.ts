/** Shapes of the referral programme. Amounts are US cents; points in time are ISO 8601 in UTC. */
import { paths } from './paths.ts';

export const redemptionUses = ['payments', 'discount'] as const;

/** What redeemed tokens are for. */
export type RedemptionUse = (typeof redemptionUses)[number];

/** One person who registered through the referrer's link; it does not say who. */
export interface Referral {
  registeredAt: string;
  /** Whether that person has paid for a service, so that tokens were earned. */
  paid: boolean;
  /** Tokens were earned and taken back, because the payment was refunded. */
  takenBack: boolean;
  /** From when on tokens earned with it can be redeemed. */
  redeemableFrom: string;
  redeemed: boolean;
}

export interface Redemption {
  /** The company honours it. */
  code: string;
  use: RedemptionUse;
  amount: number;
  createdAt: string;
  /** When the company honoured it. */
  usedAt: string | null;
}

/** What a referrer has. */
export interface ReferralOverview {
  /** Id of the referrer's account. */
  account: string;
  /** Code of the referrer's link, see {@link referralLink}; null until it is asked for. */
  code: string | null;
  referrals: Referral[];
  redemptions: Redemption[];
  /** Value of the tokens that are not redeemed; negative if redeemed ones were taken back. */
  balance: number;
  /** The part of the balance that can be redeemed now; never negative. */
  redeemable: number;
}

/** Answer of {@link referralCalls.overview}. */
export interface OwnReferrals {
  /** Null for a visitor without a session. */
  overview: ReferralOverview | null;
}

/** Body of {@link referralCalls.redeem}: redeems all that is redeemable now. */
export interface RedemptionWish {
  use: RedemptionUse;
}

/** They require a session and answer 401 without one, except for `overview`. */
export const referralCalls = {
  /** GET: {@link OwnReferrals}; an anonymous visitor gets an answer too. */
  overview: '/api/referrals',
  /** POST: 200 `{ code }`, the same every time. */
  link: '/api/referrals/link',
  /** POST {@link RedemptionWish}: 201 {@link Redemption}; 409 `nothing-to-redeem`. */
  redeem: '/api/referrals/redemptions',
} as const;

/** Name of the code in the register page's URL. */
export const REFERRAL_QUERY = 'ref';

/** A referrer's link: `https://example.com/register?ref=…`. @param origin the site's public origin */
export function referralLink(origin: string, code: string): string {
  return `${origin}${paths.register}?${REFERRAL_QUERY}=${code}`;
}

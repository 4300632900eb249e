/** Rules of the referral programme (specification, sections 1 and 9). */

/** Value of the tokens for one referred person who pays, in US cents. */
export const REWARD = 300;

/** Tokens can be redeemed this long after the referred person's registration. */
export const REDEEM_AFTER_DAYS = 30;

/** What codes are made of: without letters and digits that look alike. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Length of a referral link's code. */
export const LINK_CODE_LENGTH = 10;

const LINK_CODE = new RegExp(`^[${CODE_ALPHABET}]{${LINK_CODE_LENGTH}}$`);

const DAY = 24 * 60 * 60 * 1000;

/** @param registeredAt ISO 8601 @returns ISO 8601: not a second earlier */
export function redeemableFrom(registeredAt: string): string {
  return new Date(Date.parse(registeredAt) + REDEEM_AFTER_DAYS * DAY).toISOString();
}

/** The code of a referral link; nothing for what is none: a link that somebody has mistyped still leads to registering. */
export function referralCode(value: unknown): string {
  return typeof value === 'string' && LINK_CODE.test(value) ? value : '';
}

/** An amount in US cents as people write it: `$3`, `$4.50`. */
export function dollars(amount: number): string {
  return `$${amount % 100 === 0 ? amount / 100 : (amount / 100).toFixed(2)}`;
}

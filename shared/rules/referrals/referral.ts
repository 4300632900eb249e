/** Rules of the referral programme (specification, sections 1 and 9). */
import { DAY_MS } from '../time.ts';

/** Value of the tokens for one referred person who pays, in US cents. */
export const REWARD_CENTS = 300;

/** Tokens can be redeemed this long after the referred person's registration. */
export const REDEEM_AFTER_DAYS = 30;

/** What codes are made of: without letters and digits that look alike. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Length of a referral link's code. */
export const LINK_CODE_LENGTH = 10;

const LINK_CODE = new RegExp(`^[${CODE_ALPHABET}]{${LINK_CODE_LENGTH}}$`);

/** The last moment whose year ISO 8601 writes with four digits: later ones would not sort by time. */
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** Payments and refunds are not older than this. */
const FIRST_EVENT = Date.parse('2000-01-01T00:00:00.000Z');

/** @param registeredAt ISO 8601 @returns ISO 8601: the earliest moment to redeem */
export function redeemableFrom(registeredAt: string): string {
  return new Date(Math.min(Date.parse(registeredAt) + REDEEM_AFTER_DAYS * DAY_MS, LAST)).toISOString();
}

/**
 * Whether a payment or a refund can have been made then.
 * @param timestamp ISO 8601
 * @param now milliseconds since 1970; clocks and time zones may be a day apart
 */
export function isTimeOfEvent(timestamp: string, now: number): boolean {
  const time = Date.parse(timestamp);
  return time >= FIRST_EVENT && time <= now + DAY_MS;
}

/** The code of a referral link, or nothing if it is not one: a mistyped link still leads to registering. */
export function referralCode(value: unknown): string {
  return typeof value === 'string' && LINK_CODE.test(value) ? value : '';
}

/** An amount in US cents as people write it: `$3`, `$4.50`, `−$3`. */
export function dollars(amount: number): string {
  const value = Math.abs(amount) / 100;
  return `${amount < 0 ? '−' : ''}$${Number.isInteger(value) ? value : value.toFixed(2)}`;
}

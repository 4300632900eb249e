/**
 * The referral programme. Every step is one transaction, and the order in which steps arrive does not matter: if a
 * person was referred and has paid enough, net of refunds, the referrer has earned tokens, once; otherwise not.
 */
import { randomInt, randomUUID } from 'node:crypto';
import type { Redemption, ReferralOverview, RedemptionUse } from 'shared/contracts/referrals';
import {
  CODE_ALPHABET,
  LINK_CODE_LENGTH,
  REDEEM_AFTER_DAYS,
  redeemableFrom,
  REWARD_CENTS,
} from 'shared/rules/referrals/referral';
import type { Db } from '../../database/schema.ts';
import { lockUntilEnd } from '../../database/locks.ts';
import { isRefusedReference } from '../../database/problem.ts';
import type { Mailer } from '../../mail/mailer.ts';
import * as referrals from './repository.ts';
import { keepUser } from '../accounts/repository.ts';
import { formerPersonKey, personKey, personKeys } from '../../mail/email-key.ts';
import { loginRequired, ProblemError } from '../../problem.ts';
import { reversalMail, rewardMail } from './mails.ts';

const REDEMPTION_CODE_LENGTH = 16;

export interface ReferralDependencies {
  db: Db;
  mailer: Mailer;
  publicUrl: string;
  /** What a person must have paid in one of the currencies for a reward, in the currency's smallest unit. */
  rewardMinimum: ReadonlyMap<string, number>;
  /** Milliseconds since 1970; tests have their own clock. */
  clock: () => number;
}

/** The code of the user's link, made when it is first asked for. @throws ProblemError 401 */
export async function linkCode({ db, clock }: ReferralDependencies, userId: string): Promise<string> {
  try {
    return await referrals.insertCode(db, { userId, code: newCode(LINK_CODE_LENGTH), now: at(clock()) });
  } catch (error) {
    // The account has just been deleted.
    throw isRefusedReference(error) ? loginRequired() : error;
  }
}

/**
 * Called when the address of a person who registered through a link is confirmed. The referral counts from when they
 * registered, and only the first time; a code that belongs to nobody, or to the same person, means nothing.
 * @param tx the transaction that makes the account
 * @param registeredAt ISO 8601, if that was earlier
 */
export async function refer(
  tx: Db,
  deps: ReferralDependencies,
  user: { email: string },
  code: string,
  registeredAt = at(deps.clock()),
): Promise<void> {
  const referrer = await referrals.findCodeOwner(tx, code);
  if (!referrer || personKey(referrer.email) === personKey(user.email)) return;
  const key = await lockPerson(tx, user.email);
  await referrals.insertReferral(tx, { id: randomUUID(), referrerId: referrer.id, personKey: key, registeredAt });
  await reward(tx, deps, key);
}

/** Changes about one person happen one after the other. @returns the person's key */
async function lockPerson(tx: Db, email: string): Promise<string> {
  const key = personKey(email);
  await lockUntilEnd(tx, `person ${key}`);
  await referrals.takeOverKey(tx, formerPersonKey(email), key);
  return key;
}

/**
 * Until the transaction ends, nothing is recorded about the person: no referral, no payment of theirs, no refund of
 * one. Locks in the same order as these.
 */
export async function lockPayer(tx: Db, email: string): Promise<void> {
  const keys = personKeys(email);
  for (const id of await referrals.findPayments(tx, keys)) await lockUntilEnd(tx, `payment ${id}`);
  for (const key of keys) await lockUntilEnd(tx, `person ${key}`);
}

export interface Payment {
  /** Of the event: the same one counts once. */
  id: string;
  email: string;
  /** In the currency's smallest unit. */
  amount: number;
  currency: string;
  /** ISO 8601. */
  paidAt: string;
  source: 'event' | 'by-hand';
}

/** @returns whether it is new */
export async function recordPayment(deps: ReferralDependencies, { email, ...payment }: Payment): Promise<boolean> {
  return await deps.mailer.transaction(async (tx) => {
    await lockUntilEnd(tx, `payment ${payment.id}`);
    const key = await lockPerson(tx, email);
    if (!(await referrals.insertPayment(tx, { ...payment, personKey: key, receivedAt: at(deps.clock()) })))
      return false;
    await reward(tx, deps, key);
    return true;
  });
}

export interface Refund {
  /** Of the event: the same one counts once. */
  id: string;
  /** Id of the payment's event, which may not have arrived yet. */
  paymentId: string;
  /** In the smallest unit of the payment's currency. */
  amount: number;
  /** ISO 8601. */
  refundedAt: string;
  source: 'event' | 'by-hand';
}

/** @returns whether it is new */
export async function recordRefund(deps: ReferralDependencies, refund: Refund): Promise<boolean> {
  return await deps.mailer.transaction(async (tx) => {
    await lockUntilEnd(tx, `payment ${refund.paymentId}`);
    if (!(await referrals.insertRefund(tx, { ...refund, receivedAt: at(deps.clock()) }))) return false;
    const key = await referrals.findPayer(tx, refund.paymentId);
    if (key === undefined) return true;
    await lockUntilEnd(tx, `person ${key}`);
    await takeBack(tx, deps, key);
    return true;
  });
}

async function hasPaidEnough(tx: Db, { rewardMinimum }: ReferralDependencies, key: string): Promise<boolean> {
  const sums = await referrals.sumsPaid(tx, key);
  return [...sums].some(([currency, sum]) => sum >= (rewardMinimum.get(currency) ?? Infinity));
}

/** Adds what the person's referrer has earned, and the mail about it, unless that was done. */
async function reward(tx: Db, deps: ReferralDependencies, key: string): Promise<void> {
  const referral = await referrals.findReferral(tx, key);
  if (!referral || referral.earned > 0 || !(await hasPaidEnough(tx, deps, key))) return;
  const referrer = await keepUser(tx, referral.referrerId);
  // A referral from before Gmail's spellings were known as one person.
  if (referrer && personKey(referrer.email) === key) return;
  const now = at(deps.clock());
  const isOwed = (await referrals.listReferrals(tx, referral.referrerId)).some(({ left }) => left < 0);
  await referrals.appendEntries(tx, [
    { ...entryOf(referral, now), kind: 'reward', round: referral.rounds + 1, amount: REWARD_CENTS },
  ]);
  // An account that is gone keeps its entries and gets no mail.
  if (referrer) await deps.mailer.write(tx, rewardMail({ ...deps, referrer, referral, now, isOwed }), now);
}

/** Takes back what was earned with the person, and sends a mail, if the remaining payments are not enough for it. */
async function takeBack(tx: Db, deps: ReferralDependencies, key: string): Promise<void> {
  const referral = await referrals.findReferral(tx, key);
  if (!referral || referral.earned === 0 || (await hasPaidEnough(tx, deps, key))) return;
  const referrer = await keepUser(tx, referral.referrerId);
  const now = at(deps.clock());
  await referrals.appendEntries(tx, [
    { ...entryOf(referral, now), kind: 'reversal', round: referral.rounds, amount: -referral.earned },
  ]);
  if (!referrer) return;
  const letter = reversalMail({ ...deps, referrer, amount: referral.earned, wasRedeemed: referral.used < 0 });
  await deps.mailer.write(tx, letter, now);
}

/** What every entry for a referral has. */
const entryOf = ({ id, referrerId }: referrals.ReferralState, createdAt: string) => ({
  id: randomUUID(),
  referrerId,
  referralId: id,
  redemptionId: null,
  createdAt,
});

export async function overview({ db, clock }: ReferralDependencies, userId: string): Promise<ReferralOverview> {
  const [code, states, redemptions] = await Promise.all([
    referrals.findCode(db, userId),
    referrals.listReferrals(db, userId),
    referrals.listRedemptions(db, userId),
  ]);
  return {
    account: userId,
    code: code ?? null,
    referrals: states.map(({ registeredAt, rounds, earned, used }) => ({
      registeredAt,
      paid: earned > 0,
      takenBack: rounds > 0 && earned === 0,
      redeemableFrom: redeemableFrom(registeredAt),
      redeemed: used < 0,
    })),
    redemptions,
    balance: sumOf(states),
    redeemable: Math.max(0, redeemableOf(states, at(clock())).amount),
  };
}

/**
 * Turns all that can be redeemed now into one code that the company honours. Of simultaneous tries one gets it.
 * @throws ProblemError `nothing-to-redeem`
 */
export async function redeem(
  { db, clock }: ReferralDependencies,
  userId: string,
  use: RedemptionUse,
): Promise<Redemption> {
  return await db.transaction().execute(async (tx) => {
    await lockUntilEnd(tx, `referrer ${userId}`);
    const now = at(clock());
    const { due, owed, amount } = redeemableOf(await referrals.listReferrals(tx, userId), now);
    if (amount <= 0) throw nothingToRedeem(owed.length > 0);
    const id = randomUUID();
    const redemption = { code: newCode(REDEMPTION_CODE_LENGTH), use, amount, createdAt: now, usedAt: null };
    await referrals.insertRedemption(tx, { ...redemption, id, referrerId: userId });
    const entriesFor = (states: referrals.ReferralState[], what: 'redemption' | 'settlement') =>
      states.map((state) => ({
        ...entryOf(state, now),
        kind: what,
        round: state.rounds,
        amount: -state.left,
        redemptionId: id,
      }));
    await referrals.appendEntries(tx, [...entriesFor(due, 'redemption'), ...entriesFor(owed, 'settlement')]);
    return redemption;
  });
}

/** What can be redeemed, less what was redeemed and then taken back. The sum may be negative. */
function redeemableOf(states: referrals.ReferralState[], now: string) {
  const due = states.filter(({ left, registeredAt }) => left > 0 && redeemableFrom(registeredAt) <= now);
  const owed = states.filter(({ left }) => left < 0);
  return { due, owed, amount: sumOf(due) + sumOf(owed) };
}

const sumOf = (states: referrals.ReferralState[]): number => states.reduce((sum, { left }) => sum + left, 0);

const at = (time: number): string => new Date(time).toISOString();

function newCode(length: number): string {
  return Array.from({ length }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
}

/** @param isOwed whether redeemed tokens were taken back */
function nothingToRedeem(isOwed: boolean): ProblemError {
  const why = isOwed
    ? 'tokens you redeemed were taken back because their payment was refunded, and that has to be settled first.'
    : `tokens can be redeemed ${REDEEM_AFTER_DAYS} days after the person you referred registers.`;
  return new ProblemError({
    status: 409,
    code: 'nothing-to-redeem',
    detail: `There is nothing to redeem at the moment: ${why}`,
  });
}

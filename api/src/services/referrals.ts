/**
 * The referral programme. Every step is one transaction, and the order in which steps arrive does not matter: whenever a
 * person was referred and has paid, the referrer has earned tokens, once.
 */
import { randomInt, randomUUID } from 'node:crypto';
import type { Redemption, ReferralOverview, RedemptionUse } from 'shared/contracts/referrals';
import { CODE_ALPHABET, LINK_CODE_LENGTH, redeemableFrom, REWARD } from 'shared/rules/referral';
import type { DatabaseKind, Db } from '../database/schema.ts';
import { lockUntilEnd } from '../repositories/locks.ts';
import { insertMail } from '../repositories/outbox.ts';
import * as referrals from '../repositories/referrals.ts';
import { findUser } from '../repositories/users.ts';
import { personKey } from './address-key.ts';
import { ProblemError } from './problem.ts';
import { rewardMail } from './referral-mail.ts';

const REDEMPTION_CODE_LENGTH = 16;

export interface ReferralDependencies {
  db: Db;
  kind: DatabaseKind;
  publicUrl: string;
  /** Domain of the mails' Message-ID. */
  mailDomain: string;
  /** Called after the commit. */
  wakeOutbox: () => void;
  /** Milliseconds since 1970; tests have a clock of their own. */
  clock: () => number;
}

/** The code of the user's link, made when it is asked for first. */
export async function linkCode({ db, clock }: ReferralDependencies, userId: string): Promise<string> {
  await referrals.insertCode(db, { userId, code: newCode(LINK_CODE_LENGTH), now: at(clock()) });
  return (await referrals.findCode(db, userId))!;
}

/**
 * Notes that somebody registers through a link, within the transaction that adds the account. It counts when the address is
 * confirmed ({@link confirmed}): until then anybody could have typed it. A code that nobody has, and the own one, mean nothing.
 * @param registeredAt ISO 8601, if that was before
 */
export async function registered(
  tx: Db,
  { clock }: ReferralDependencies,
  user: { id: string; email: string },
  code: string,
  registeredAt = at(clock()),
): Promise<void> {
  const referrer = await referrals.findCodeOwner(tx, code);
  if (!referrer || personKey(referrer.email) === personKey(user.email)) return;
  await referrals.insertPending(tx, { userId: user.id, referrerId: referrer.id, now: registeredAt });
}

/** The user's address is confirmed: a registration through a link counts from when it was made, and the first one only. */
export async function confirmed(tx: Db, deps: ReferralDependencies, user: { id: string; email: string }): Promise<void> {
  const pending = await referrals.takePending(tx, user.id);
  if (!pending) return;
  const key = personKey(user.email);
  await lockUntilEnd(tx, deps.kind, `person ${key}`);
  await referrals.insertReferral(tx, { id: randomUUID(), referrerId: pending.referrerId, personKey: key, registeredAt: pending.registeredAt });
  await reward(tx, deps, key);
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
  const key = personKey(email);
  const isNew = await deps.db.transaction().execute(async (tx) => {
    await lockUntilEnd(tx, deps.kind, `person ${key}`);
    if (!(await referrals.insertPayment(tx, { ...payment, personKey: key, now: at(deps.clock()) }))) return false;
    await reward(tx, deps, key);
    return true;
  });
  if (isNew) deps.wakeOutbox();
  return isNew;
}

/** Adds what the person's referrer has earned, and the mail about it, unless that was done. */
async function reward(tx: Db, { clock, publicUrl, mailDomain }: ReferralDependencies, key: string): Promise<void> {
  const referral = await referrals.findUnrewarded(tx, key);
  if (!referral) return;
  const now = at(clock());
  await referrals.appendEntries(tx, [
    { id: randomUUID(), referrerId: referral.referrerId, referralId: referral.id, kind: 'reward', amount: REWARD, redemptionId: null, now },
  ]);
  const referrer = await findUser(tx, referral.referrerId);
  // An account that is gone keeps its entries and gets no mail.
  if (referrer) await insertMail(tx, rewardMail({ referrer, referral, publicUrl, mailDomain, createdAt: now }));
}

export async function overview({ db, clock }: ReferralDependencies, userId: string): Promise<ReferralOverview> {
  const [code, states, redemptions] = await Promise.all([
    referrals.findCode(db, userId),
    referrals.listReferrals(db, userId),
    referrals.listRedemptions(db, userId),
  ]);
  const now = at(clock());
  return {
    code: code ?? null,
    referrals: states.map(({ registeredAt, earned, left }) => ({
      registeredAt,
      paid: earned > 0,
      redeemableFrom: redeemableFrom(registeredAt),
      redeemed: earned > 0 && left === 0,
    })),
    redemptions,
    balance: sumOf(states),
    redeemable: sumOf(states.filter((state) => isRedeemable(state, now))),
  };
}

/**
 * Turns everything that is redeemable now into one code that the company honours. Of several that try at once, one gets it.
 * @throws ProblemError `nothing-to-redeem`
 */
export async function redeem({ db, kind, clock }: ReferralDependencies, userId: string, use: RedemptionUse): Promise<Redemption> {
  return await db.transaction().execute(async (tx) => {
    await lockUntilEnd(tx, kind, `referrer ${userId}`);
    const now = at(clock());
    const states = (await referrals.listReferrals(tx, userId)).filter((state) => isRedeemable(state, now));
    const amount = sumOf(states);
    if (amount === 0) throw nothingToRedeem();
    const id = randomUUID();
    const redemption = { code: newCode(REDEMPTION_CODE_LENGTH), use, amount, createdAt: now, usedAt: null };
    await referrals.insertRedemption(tx, { ...redemption, id, referrerId: userId });
    await referrals.appendEntries(
      tx,
      states.map(({ id: referralId, left }) => ({ id: randomUUID(), referrerId: userId, referralId, kind: 'redemption', amount: -left, redemptionId: id, now })),
    );
    return redemption;
  });
}

function isRedeemable({ left, registeredAt }: referrals.ReferralState, now: string): boolean {
  return left > 0 && redeemableFrom(registeredAt) <= now;
}

const sumOf = (states: referrals.ReferralState[]): number => states.reduce((sum, { left }) => sum + left, 0);

const at = (time: number): string => new Date(time).toISOString();

function newCode(length: number): string {
  return Array.from({ length }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
}

function nothingToRedeem(): ProblemError {
  return new ProblemError({
    status: 409,
    code: 'nothing-to-redeem',
    detail: 'There is nothing to redeem at the moment: tokens can be redeemed 30 days after the person you referred has registered.',
  });
}

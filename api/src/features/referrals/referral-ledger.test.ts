/** Whatever happens in whatever order, the ledger keeps its rules. */
import fc from 'fast-check';
import { REWARD_CENTS } from 'shared/rules/referrals/referral';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../../database/schema.ts';
import { insertUser } from '../accounts/repository.ts';
import { Mailer } from '../../mail/mailer.ts';
import * as referrals from './service.ts';
import { databaseKinds, makeMigratedPlace, openMigrated, type Place } from '../../../test/support/database.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const START = Date.parse('2026-01-01T00:00:00.000Z');

interface Person {
  id: string;
  email: string;
}

type Step =
  | { kind: 'register'; person: number; through: number }
  | { kind: 'confirm'; person: number }
  | { kind: 'pay'; person: number; event: number; amount: number; currency: string }
  | { kind: 'refund'; person: number; event: number; refund: number; amount: number }
  | { kind: 'wait'; days: number }
  | { kind: 'redeem'; referrer: number };

const FRIENDS = 3;
const REFERRERS = 2;
/** What a person must have paid, in cents; other currencies earn nothing. */
const MINIMUM = 5_000;
const friend = fc.nat(FRIENDS - 1);
const referrer = fc.nat(REFERRERS - 1);
const event = fc.nat(1);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('register' as const), person: friend, through: referrer }),
  fc.record({ kind: fc.constant('confirm' as const), person: friend }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      person: friend,
      event,
      amount: fc.constantFrom(1, 3_000, 5_000),
      currency: fc.constantFrom('USD', 'USD', 'EUR'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      person: friend,
      event,
      refund: fc.nat(1),
      amount: fc.constantFrom(1, 2_000, 9_000),
    }),
  },
  fc.record({ kind: fc.constant('wait' as const), days: fc.constantFrom(1, 15, 29, 30) }),
  fc.record({ kind: fc.constant('redeem' as const), referrer }),
);

/** The programme without a database: what counts is what was paid and not given back. */
class Model {
  readonly #pending = new Map<number, { through: number; at: number }>();
  readonly #referrals = new Map<number, { through: number; at: number; used: number }>();
  readonly #payments = new Map<string, { person: number; amount: number; currency: string }>();
  readonly #refunds = new Map<string, { payment: string; amount: number }>();

  register(person: number, through: number, at: number): void {
    if (!this.#pending.has(person)) this.#pending.set(person, { through, at });
  }

  confirm(person: number): void {
    const waiting = this.#pending.get(person);
    this.#pending.delete(person);
    if (waiting && !this.#referrals.has(person)) this.#referrals.set(person, { ...waiting, used: 0 });
  }

  pay(id: string, payment: { person: number; amount: number; currency: string }): void {
    if (!this.#payments.has(id)) this.#payments.set(id, payment);
  }

  refund(id: string, refund: { payment: string; amount: number }): void {
    if (!this.#refunds.has(id)) this.#refunds.set(id, refund);
  }

  isRewarded(person: number): boolean {
    let sum = 0;
    for (const [id, payment] of this.#payments) {
      if (payment.person !== person || payment.currency !== 'USD') continue;
      const refunds = [...this.#refunds.values()].filter((refund) => refund.payment === id);
      sum += Math.max(0, payment.amount - refunds.reduce((all, { amount }) => all + amount, 0));
    }
    return sum >= MINIMUM;
  }

  of(through: number): { person: number; at: number; left: number; settle: () => void }[] {
    return [...this.#referrals]
      .filter(([, referral]) => referral.through === through)
      .map(([person, referral]) => {
        const earned = this.isRewarded(person) ? REWARD_CENTS : 0;
        return { person, at: referral.at, left: earned + referral.used, settle: () => (referral.used = -earned) };
      });
  }

  /** What is redeemable; {@link Model.redeem} redeems it. */
  redeemable(through: number, now: number): number {
    return Math.max(
      0,
      this.#moved(through, now).reduce((sum, { left }) => sum + left, 0),
    );
  }

  redeem(through: number, now: number): void {
    if (this.redeemable(through, now) > 0) for (const { settle } of this.#moved(through, now)) settle();
  }

  #moved(through: number, now: number) {
    return this.of(through).filter(({ left, at }) => left < 0 || (left > 0 && now >= at + 30 * DAY_MS));
  }
}

describe.each(databaseKinds)('the ledger on %s', (kind) => {
  let place: Place;
  let db: Db;
  let time = START;
  beforeAll(async () => {
    place = await makeMigratedPlace(kind);
    db = await openMigrated(place);
  });
  afterAll(async () => {
    await db.destroy();
    await place.remove();
  });

  const deps = (): referrals.ReferralDependencies => ({
    db,
    publicUrl: 'http://site.test',
    rewardMinimum: new Map([['USD', MINIMUM]]),
    mailer: new Mailer({ db, from: 'site@site.test', wake: () => {} }),
    clock: () => time,
  });
  let worlds = 0;
  const newWorld = async () => {
    time = START;
    const world = (worlds += 1);
    const people = async (what: string, count: number) =>
      await Promise.all(
        Array.from(
          { length: count },
          async (_, n) =>
            (await insertUser(db, {
              name: 'X',
              email: `${what}${n}.${world}@example.com`,
              now: new Date(time).toISOString(),
            }))!,
        ),
      );
    const [referrers, friends] = [await people('referrer', REFERRERS), await people('friend', FRIENDS)];
    const codes = await Promise.all(referrers.map(({ id }) => referrals.linkCode(deps(), id)));
    return { world, referrers, friends, codes };
  };
  const inTransaction = <T>(work: (tx: Db) => Promise<T>) => db.transaction().execute(work);
  /** People who have registered but not confirmed: with which code, and when. */
  const waiting = new Map<string, [code: string, registeredAt: string]>();
  const register = async (person: Person, code: string) => {
    if (!waiting.has(person.id)) waiting.set(person.id, [code, new Date(time).toISOString()]);
  };
  const confirm = async (person: Person) => {
    const registration = waiting.get(person.id);
    waiting.delete(person.id);
    if (registration) await inTransaction((tx) => referrals.refer(tx, deps(), person, ...registration));
  };
  const now = () => new Date(time).toISOString();
  const pay = (person: Person, id: string, amount = MINIMUM, currency = 'USD') =>
    referrals.recordPayment(deps(), { id, email: person.email, amount, currency, paidAt: now(), source: 'event' });
  const refund = (payment: string, id: string, amount = MINIMUM) =>
    referrals.recordRefund(deps(), { id, paymentId: payment, amount, refundedAt: now(), source: 'event' });
  const entriesOf = async (ids: string[]) =>
    await db.selectFrom('tokenLedger').selectAll().where('referrerId', 'in', ids).execute();

  test('random steps: what a model says, and balances that are sums of entries', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { world, referrers, friends, codes } = await newWorld();
        const model = new Model();
        for (const action of steps) {
          const person = friends['person' in action ? action.person : 0]!;
          const payment = `${world}-${'person' in action ? action.person : ''}-${'event' in action ? action.event : ''}`;
          if (action.kind === 'wait') time += action.days * DAY_MS;
          if (action.kind === 'register') {
            await register(person, codes[action.through]!);
            model.register(action.person, action.through, time);
          }
          if (action.kind === 'confirm') {
            await confirm(person);
            model.confirm(action.person);
          }
          if (action.kind === 'pay') {
            await pay(person, payment, action.amount, action.currency);
            model.pay(payment, action);
          }
          if (action.kind === 'refund') {
            await refund(payment, `${payment}-${action.refund}`, action.amount);
            model.refund(`${payment}-${action.refund}`, { payment, amount: action.amount });
          }
          if (action.kind === 'redeem') {
            const due = model.redeemable(action.referrer, time);
            const result = await referrals
              .redeem(deps(), referrers[action.referrer]!.id, 'discount')
              .catch((error: Error) => error);
            if (due === 0) expect(result).toBeInstanceOf(Error);
            else expect(result).toMatchObject({ amount: due });
            model.redeem(action.referrer, time);
          }
        }
        for (const [n, { id }] of referrers.entries()) {
          const { balance, redeemable, redemptions, referrals: list } = await referrals.overview(deps(), id);
          const entries = await entriesOf([id]);
          const own = model.of(n);
          const rewarded = own.filter(({ person }) => model.isRewarded(person)).length;
          expect(balance).toBe(own.reduce((sum, { left }) => sum + left, 0));
          expect(balance, 'what was earned and not taken back, less what was redeemed').toBe(
            rewarded * REWARD_CENTS - redemptions.reduce((sum, { amount }) => sum + amount, 0),
          );
          expect(redeemable).toBe(model.redeemable(n, time));
          expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(balance);
          expect(entries.every(({ amount }) => Number.isInteger(amount))).toBe(true);
          expect(list.filter(({ paid }) => paid)).toHaveLength(rewarded);
          expect(list.filter(({ paid, takenBack }) => paid && takenBack)).toEqual([]);
          const told = await db.selectFrom('outbox').select('id').where('topicId', '=', id).execute();
          expect(told, 'a mail for every reward and for every reversal').toHaveLength(
            entries.filter(({ kind: what }) => what === 'reward' || what === 'reversal').length,
          );
        }
      }),
      { numRuns: kind === 'sqlite' ? 100 : 40 },
    );
  });

  test('events in any order, also repeated, end in the same state', async () => {
    type Event = (world: number, friends: Person[]) => Promise<unknown>;
    const confirmations: Event[] = Array.from(
      { length: FRIENDS },
      (_, person) => (_world, friends) => confirm(friends[person]!),
    );
    const events: Event[] = [
      ...confirmations,
      // The first keeps enough; the second is refunded and pays again; the third pays in parts, and one is refunded.
      (world, [first]) => pay(first!, `${world}-0`, 2 * MINIMUM),
      (world) => refund(`${world}-0`, `${world}-0-refund`, MINIMUM),
      (world, [, second]) => pay(second!, `${world}-1a`),
      (world) => refund(`${world}-1a`, `${world}-1a-refund`),
      (world, [, second]) => pay(second!, `${world}-1b`),
      (world, [, , third]) => pay(third!, `${world}-2a`, MINIMUM - 1),
      (world, [, , third]) => pay(third!, `${world}-2b`, 1),
      (world) => refund(`${world}-2b`, `${world}-2b-refund`, 1),
    ];
    const order = fc.shuffledSubarray([...events, ...events], { minLength: 2 * events.length });
    await fc.assert(
      fc.asyncProperty(order, async (shuffled) => {
        const { world, referrers, friends, codes } = await newWorld();
        for (const person of friends) await register(person, codes[0]!);
        for (const happen of shuffled) await happen(world, friends);
        const { balance, referrals: list } = await referrals.overview(deps(), referrers[0]!.id);
        expect(balance).toBe(2 * REWARD_CENTS);
        expect(list.filter(({ paid }) => paid)).toHaveLength(2);
      }),
      { numRuns: kind === 'sqlite' ? 60 : 25 },
    );
  });

  test('a payment and its refund at the same moment earn nothing, whichever is first', async () => {
    const { world, referrers, friends, codes } = await newWorld();
    await register(friends[0]!, codes[0]!);
    await confirm(friends[0]!);
    for (let n = 0; n < 20; n += 1) {
      const id = `${world}-${n}`;
      await Promise.all([pay(friends[0]!, id), refund(id, `${id}-refund`)]);
      expect((await referrals.overview(deps(), referrers[0]!.id)).balance, `try ${n}`).toBe(0);
    }
  });

  test('two refunds at the same moment that are too much only together take the tokens back', async () => {
    for (let n = 0; n < 10; n += 1) {
      const { world, referrers, friends, codes } = await newWorld();
      await register(friends[0]!, codes[0]!);
      await confirm(friends[0]!);
      const payments = [`${world}-0`, `${world}-1`];
      for (const id of payments) await pay(friends[0]!, id, MINIMUM / 2 + 1);
      const balance = async () => (await referrals.overview(deps(), referrers[0]!.id)).balance;
      expect(await balance()).toBe(REWARD_CENTS);
      await Promise.all(payments.map((id) => refund(id, `${id}-refund`, 2)));
      expect(await balance(), `try ${n}`).toBe(0);
    }
  });

  test('tokens that are redeemed while their payment is refunded are owed or still there, never both', async () => {
    for (let n = 0; n < 10; n += 1) {
      const { world, referrers, friends, codes } = await newWorld();
      for (const [index, person] of friends.entries()) {
        await register(person, codes[0]!);
        await confirm(person);
        await pay(person, `${world}-${index}`);
      }
      time += 30 * DAY_MS;
      const { id } = referrers[0]!;
      const [redemption] = await Promise.all([
        referrals.redeem(deps(), id, 'payments'),
        refund(`${world}-0`, `${world}-refund`),
      ]);
      expect([2 * REWARD_CENTS, 3 * REWARD_CENTS]).toContain(redemption.amount);
      const { balance, redeemable } = await referrals.overview(deps(), id);
      expect(balance).toBe(2 * REWARD_CENTS - redemption.amount);
      expect(redeemable).toBe(0);
    }
  });
});

/** Whatever happens in whatever order, the ledger keeps its rules. */
import fc from 'fast-check';
import { REWARD } from 'shared/rules/referral';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../src/database/open.ts';
import { insertUser } from '../src/repositories/users.ts';
import * as referrals from '../src/services/referrals.ts';
import { databaseKinds, makePlace, openMigrated, type Place } from './support/database.ts';

const DAY = 24 * 60 * 60 * 1000;
const START = Date.parse('2026-01-01T00:00:00.000Z');

interface Person {
  id: string;
  email: string;
}

type Step =
  | { kind: 'register'; person: number; through: number }
  | { kind: 'confirm'; person: number }
  | { kind: 'pay'; person: number; event: number }
  | { kind: 'wait'; days: number }
  | { kind: 'redeem'; referrer: number };

const FRIENDS = 3;
const REFERRERS = 2;
const friend = fc.nat(FRIENDS - 1);
const referrer = fc.nat(REFERRERS - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('register' as const), person: friend, through: referrer }),
  fc.record({ kind: fc.constant('confirm' as const), person: friend }),
  fc.record({ kind: fc.constant('pay' as const), person: friend, event: fc.nat(1) }),
  fc.record({ kind: fc.constant('wait' as const), days: fc.constantFrom(1, 15, 29, 30) }),
  fc.record({ kind: fc.constant('redeem' as const), referrer }),
);

describe.each(databaseKinds)('the ledger on %s', (kind) => {
  let place: Place;
  let database: OpenDatabase;
  let time = START;
  beforeAll(async () => {
    place = await makePlace(kind);
    database = await openMigrated(place);
  });
  afterAll(async () => {
    await database.db.destroy();
    await place.remove();
  });

  const deps = (): referrals.ReferralDependencies => ({
    ...database,
    publicUrl: 'http://site.test',
    mailDomain: 'site.test',
    wakeOutbox: () => {},
    clock: () => time,
  });
  let worlds = 0;
  const newWorld = async () => {
    time = START;
    const world = (worlds += 1);
    const people = async (what: string, count: number) =>
      await Promise.all(
        Array.from({ length: count }, async (_, n) => (await insertUser(database.db, { name: 'X', email: `${what}${n}.${world}@example.com`, now: new Date(time).toISOString() }))!),
      );
    const [referrers, friends] = [await people('referrer', REFERRERS), await people('friend', FRIENDS)];
    const codes = await Promise.all(referrers.map(({ id }) => referrals.linkCode(deps(), id)));
    return { world, referrers, friends, codes };
  };
  const inTransaction = <T,>(work: (tx: OpenDatabase['db']) => Promise<T>) => database.db.transaction().execute(work);
  const register = (person: Person, code: string) => inTransaction((tx) => referrals.registered(tx, deps(), person, code));
  const confirm = (person: Person) => inTransaction((tx) => referrals.confirmed(tx, deps(), person));
  const pay = (person: Person, id: string) =>
    referrals.recordPayment(deps(), { id, email: person.email, amount: 100, currency: 'USD', paidAt: new Date(time).toISOString(), source: 'event' });
  const entriesOf = async (ids: string[]) => await database.db.selectFrom('token_ledger').selectAll().where('referrer_id', 'in', ids).execute();

  test('random steps: what a model says, and balances that are sums of entries', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const { world, referrers, friends, codes } = await newWorld();
        const pending = new Map<number, { through: number; at: number }>();
        const counted = new Map<number, { through: number; at: number; redeemed: boolean }>();
        const paid = new Set<number>();
        const earned = (n: number) => [...counted].filter(([person, { through }]) => through === n && paid.has(person)).map(([, referral]) => referral);
        for (const action of steps) {
          if (action.kind === 'wait') time += action.days * DAY;
          if (action.kind === 'register') {
            await register(friends[action.person]!, codes[action.through]!);
            if (!pending.has(action.person)) pending.set(action.person, { through: action.through, at: time });
          }
          if (action.kind === 'confirm') {
            await confirm(friends[action.person]!);
            const waiting = pending.get(action.person);
            pending.delete(action.person);
            if (waiting && !counted.has(action.person)) counted.set(action.person, { ...waiting, redeemed: false });
          }
          if (action.kind === 'pay') {
            await pay(friends[action.person]!, `${world}-${action.person}-${action.event}`);
            paid.add(action.person);
          }
          if (action.kind === 'redeem') {
            const due = earned(action.referrer).filter(({ at, redeemed }) => !redeemed && time >= at + 30 * DAY);
            const result = await referrals.redeem(deps(), referrers[action.referrer]!.id, 'discount').catch((error: Error) => error);
            if (due.length === 0) expect(result).toBeInstanceOf(Error);
            else expect(result).toMatchObject({ amount: due.length * REWARD });
            for (const referral of due) referral.redeemed = true;
          }
        }
        for (const [n, { id }] of referrers.entries()) {
          const { balance, referrals: list } = await referrals.overview(deps(), id);
          const entries = await entriesOf([id]);
          expect(balance).toBe(earned(n).filter(({ redeemed }) => !redeemed).length * REWARD);
          expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(balance);
          expect(entries.every(({ amount }) => Number.isInteger(amount))).toBe(true);
          expect(list.filter(({ paid: hasPaid }) => hasPaid)).toHaveLength(earned(n).length);
        }
      }),
      { numRuns: kind === 'sqlite' ? 100 : 40 },
    );
  });

  test('events in any order, also repeated, end in the same state', async () => {
    type Event = { person: number; event: 'confirm' | 'pay' };
    const events: Event[] = Array.from({ length: FRIENDS }, (_, person) => [{ person, event: 'confirm' } as const, { person, event: 'pay' } as const]).flat();
    const order = fc.shuffledSubarray([...events, ...events], { minLength: 2 * events.length });
    await fc.assert(
      fc.asyncProperty(order, async (shuffled) => {
        const { world, referrers, friends, codes } = await newWorld();
        for (const person of friends) await register(person, codes[0]!);
        for (const { person, event } of shuffled) {
          if (event === 'confirm') await confirm(friends[person]!);
          else await pay(friends[person]!, `${world}-${person}`);
        }
        const entries = await entriesOf([referrers[0]!.id]);
        expect(entries.map(({ kind: what, amount }) => [what, amount])).toEqual(Array.from({ length: FRIENDS }, () => ['reward', REWARD]));
        const mails = await database.db.selectFrom('outbox').select('id').where('topic_id', '=', referrers[0]!.id).execute();
        expect(mails).toHaveLength(FRIENDS);
      }),
      { numRuns: kind === 'sqlite' ? 60 : 25 },
    );
  });
});

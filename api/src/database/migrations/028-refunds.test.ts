/** What was stored before refunds and Gmail's spellings were known is still there afterwards, and works. */
import { sql } from 'kysely';
import { REWARD_CENTS } from 'shared/rules/referrals/referral';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate, migrateAnyway } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import type { Db } from '../schema.ts';
import { Mailer } from '../../mail/mailer.ts';
import { formerPersonKey, personKey } from '../../mail/email-key.ts';
import * as referrals from '../../features/referrals/service.ts';
import { databaseKinds, makePlace, type Place } from '../../../test/support/database.ts';

const THEN = '2026-01-01T00:00:00.000Z';

describe.each(databaseKinds)('from 025 on, on %s', (kind) => {
  let place: Place;
  let db: Db;
  beforeAll(async () => {
    place = await makePlace(kind);
    db = openDatabase(place);
    await migrateAnyway(db, '025-resent-mails');
    const people = [
      'ada@example.com',
      'ada@gmail.com',
      'n.gozi@gmail.com',
      'ngozi@gmail.com',
      'two.spellings@gmail.com',
      'twospellings@gmail.com',
      'dot.ted@googlemail.com',
    ];
    for (const email of people)
      await sql`
        insert into users (id, name, email, email_verified, created_at, updated_at)
        values (${email}, 'X', ${email}, 1, ${THEN}, ${THEN})`.execute(db);
    const referral = (id: string, email: string, registeredAt = THEN) =>
      sql`
        insert into referrals (id, referrer_id, person_key, registered_at)
        values (${id}, 'ada@example.com', ${formerPersonKey(email)}, ${registeredAt})`.execute(db);
    await referral('plain', 'ada@gmail.com');
    await referral('early', 'n.gozi@gmail.com');
    await referral('late', 'ngozi@gmail.com', '2026-01-02T00:00:00.000Z');
    await referral('first', 'two.spellings@gmail.com');
    await referral('rewarded', 'twospellings@gmail.com', '2026-01-02T00:00:00.000Z');
    await referral('nameless', 'gone.away@gmail.com');
    await sql`
      insert into payments (id, person_key, amount, currency, paid_at, source, received_at)
      values ('p1', ${formerPersonKey('dot.ted@googlemail.com')}, 1, 'USD', ${THEN}, 'event', ${THEN})`.execute(db);
    await sql`
      insert into redemptions (id, referrer_id, use, code, amount, created_at)
      values ('r', 'ada@example.com', 'payments', 'CODE', 300, ${THEN})`.execute(db);
    for (const [id, what, amount, redemption] of [
      ['e1', 'reward', 300, null],
      ['e2', 'redemption', -300, 'r'],
    ] as const) {
      await sql`
        insert into token_ledger (id, referrer_id, referral_id, kind, amount, redemption_id, created_at)
        values (${id}, 'ada@example.com', 'rewarded', ${what}, ${amount}, ${redemption}, ${THEN})`.execute(db);
    }
    expect(await migrate(db)).toContain('028-refunds');
  });
  afterAll(async () => {
    await db.destroy();
    await place.remove();
  });

  test('entries are all there, and the ledger is still only appended to', async () => {
    const entries = await db
      .selectFrom('tokenLedger')
      .select(['id', 'kind', 'amount', 'redemptionId', 'round'])
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { id: 'e1', kind: 'reward', amount: 300, redemptionId: null, round: 1 },
      { id: 'e2', kind: 'redemption', amount: -300, redemptionId: 'r', round: 1 },
    ]);
    await expect(sql`update token_ledger set amount = 1`.execute(db)).rejects.toThrow(/only appended/);
    await expect(sql`delete from token_ledger`.execute(db)).rejects.toThrow(/only appended/);
  });

  test.each([
    ['a second reward in a round', { kind: 'reward', amount: 300, redemptionId: null }],
    ['a reversal that gives', { kind: 'reversal', amount: 300, redemptionId: null }],
    ['a settlement without its redemption', { kind: 'settlement', amount: 300, redemptionId: null }],
    ['a kind that nobody knows', { kind: 'gift', amount: 300, redemptionId: null }],
  ])('%s is refused by the database', async (_what, entry) => {
    const row = { id: 'e3', referrerId: 'ada@example.com', referralId: 'rewarded', createdAt: THEN, ...entry };
    await expect(
      db
        .insertInto('tokenLedger')
        .values(row as never)
        .execute(),
    ).rejects.toThrow();
  });

  test('a person with two spellings has one referral: the rewarded one, otherwise the first', async () => {
    const keys = Object.fromEntries(
      (await db.selectFrom('referrals').select(['id', 'personKey']).execute()).map(({ id, personKey }) => [
        id,
        personKey,
      ]),
    );
    expect(keys).toEqual({
      plain: personKey('ada@gmail.com'),
      early: personKey('ngozi@gmail.com'),
      late: 'superseded late',
      first: 'superseded first',
      rewarded: personKey('twospellings@gmail.com'),
      nameless: formerPersonKey('gone.away@gmail.com'),
    });
    expect(await db.selectFrom('payments').select('personKey').execute()).toEqual([
      { personKey: personKey('dotted@gmail.com') },
    ]);
  });

  test('nobody is rewarded twice, nobody is lost', async () => {
    const deps = {
      db,
      publicUrl: 'http://site.test',
      rewardMinimum: new Map([['USD', 100]]),
      mailer: new Mailer({ db, from: 'site@site.test', wake: () => {} }),
      clock: Date.now,
    };
    const payments = [
      'n.gozi@gmail.com',
      'ngozi@gmail.com',
      'two.spellings@gmail.com',
      'g.o.n.e.away@gmail.com',
      'gone.away@gmail.com',
    ];
    for (const [n, email] of payments.entries())
      await referrals.recordPayment(deps, {
        id: `new-${n}`,
        email,
        amount: 100,
        currency: 'USD',
        paidAt: THEN,
        source: 'event',
      });
    expect(
      (await referrals.overview(deps, 'ada@example.com')).balance,
      'for Ngozi and for the one whose account is gone',
    ).toBe(2 * REWARD_CENTS);
  });
});

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { accountCalls } from 'shared/contracts/account';
import { PAYMENT_REFUNDED, PAYMENT_SUCCEEDED, paymentEventsCall } from 'shared/contracts/payments';
import { referralCalls, type Redemption, type ReferralOverview } from 'shared/contracts/referrals';
import { REWARD_CENTS } from 'shared/rules/referrals/referral';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formerPersonKey, personKey } from '../../mail/email-key.ts';
import { findUserByEmail } from '../accounts/repository.ts';
import { markRedemptionUsed } from './repository.ts';
import { PUBLIC_URL, startApi, type TestApi } from '../../../test/support/api.ts';
import { beginBeside, databaseKinds, lockAwaited } from '../../../test/support/database.ts';
import {
  confirmedVisitor,
  goodPassword,
  mailedLink,
  mailsTo,
  memberOf,
  newEmail,
  registrationOf,
  visit,
  type TestVisitor,
} from '../../../test/support/visitor.ts';

const PAYMENTS_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(databaseKinds)('referrals on %s', (kind) => {
  let api: TestApi;
  let time = Date.parse('2026-03-01T10:00:00.000Z');
  const clock = () => time;
  beforeAll(async () => {
    api = await startApi(kind, { PAYMENTS_SECRET }, { clock });
  });
  afterAll(() => api.close());

  let count = 0;
  const overviewOf = async (visitor: TestVisitor) =>
    ((await (await visitor.get(referralCalls.overview)).json()) as { overview: ReferralOverview }).overview;
  const codeOf = async (visitor: TestVisitor) =>
    ((await (await visitor.post(referralCalls.link)).json()) as { code: string }).code;
  const redeem = (visitor: TestVisitor, use = 'payments') => visitor.post(referralCalls.redeem, { use });
  const rewardMails = async (email: string) => (await mailsTo(api, email)).filter(({ topic }) => topic === 'referral');

  const eventOf = (email: string) => ({
    type: PAYMENT_SUCCEEDED,
    timestamp: '2026-03-02T09:00:00+01:00',
    data: { email, amount: 5_000_000, currency: 'NGN' },
  });
  const refundOf = (payment: string, amount = 5_000_000) => ({
    type: PAYMENT_REFUNDED,
    timestamp: '2026-03-02T10:00:00Z',
    data: { payment, amount },
  });
  interface Sending {
    id?: string;
    at?: Date;
    secret?: string;
    headers?: Record<string, string>;
  }
  const sendEvent = async (
    content: unknown,
    { id = randomUUID(), at = new Date(), secret = PAYMENTS_SECRET, headers = {} }: Sending = {},
  ) => {
    const body = typeof content === 'string' ? content : JSON.stringify(content);
    return await api.fetch(paymentEventsCall, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(id, at, body),
        ...headers,
      },
    });
  };
  /** @returns id of the event */
  const pay = async (email: string, data: { amount?: number; currency?: string } = {}) => {
    const id = randomUUID();
    const event = eventOf(email);
    const answer = await sendEvent({ ...event, data: { ...event.data, ...data } }, { id });
    expect(await answer.json()).toEqual({ status: 'recorded' });
    return id;
  };
  const refund = async (payment: string, amount?: number, id = randomUUID()) =>
    (await sendEvent(refundOf(payment, amount), { id })).json();

  /** A referrer, and a person who registered through the link. */
  const referred = async () => {
    const email = newEmail();
    const referrer = await memberOf(api, email);
    const code = await codeOf(referrer);
    const friend = newEmail();
    await confirmedVisitor(api, friend, code);
    return { referrer, email, friend, code };
  };

  test.runIf(kind === 'postgres')('an account that is deleted while its link is made has none', async () => {
    const email = newEmail();
    const member = await memberOf(api, email);
    const other = await beginBeside(api.db);
    await other.deleteFrom('users').where('email', '=', email).execute();
    const asked = member.post(referralCalls.link);
    await lockAwaited(api.db);
    await other.commit().execute();
    expect((await asked).status).toBe(401);
  });

  test.runIf(kind === 'postgres').each(['earns', 'loses'])(
    'an account that is deleted while it %s tokens gets no mail afterwards',
    async (what) => {
      const { referrer, email, friend } = await referred();
      const paid = what === 'loses' ? await pay(friend) : '';
      const other = await beginBeside(api.db);
      await sql`lock table token_ledger in share row exclusive mode`.execute(other);
      const event = paid === '' ? pay(friend) : refund(paid);
      await lockAwaited(api.db);
      const deleted = referrer.post(accountCalls.deleteAccount, { password: goodPassword });
      await Promise.race([deleted, lockAwaited(api.db, 2)]);
      await other.commit().execute();
      await event;
      expect((await deleted).status).toBe(200);
      expect(await rewardMails(email)).toEqual([]);
    },
  );

  test('the whole story: a link, a registration, a payment, tokens and a mail, thirty days, a code', async () => {
    const email = newEmail();
    const referrer = await memberOf(api, email);
    const { id: account } = (await findUserByEmail(api.db, email))!;
    expect(await overviewOf(referrer)).toEqual({
      account,
      code: null,
      referrals: [],
      redemptions: [],
      balance: 0,
      redeemable: 0,
    });
    const code = await codeOf(referrer);
    expect(await codeOf(referrer), 'the same every time').toBe(code);

    const friend = newEmail();
    const browser = visit(api);
    const registeredAt = new Date(time).toISOString();
    await browser.post(accountCalls.register, { ...registrationOf(friend), ref: code });
    expect((await overviewOf(referrer)).referrals, 'anybody can type an address').toEqual([]);
    time += 60_000;
    await browser.get(await mailedLink(api, friend));
    await browser.post(accountCalls.confirm);
    const redeemableFrom = new Date(Date.parse(registeredAt) + 30 * DAY_MS).toISOString();
    expect((await overviewOf(referrer)).referrals).toEqual([
      { registeredAt, paid: false, takenBack: false, redeemableFrom, redeemed: false },
    ]);
    expect(await rewardMails(email)).toEqual([]);

    await pay(friend);
    expect(await overviewOf(referrer)).toMatchObject({
      referrals: [{ paid: true, redeemed: false }],
      balance: REWARD_CENTS,
      redeemable: 0,
    });
    const [mail, ...more] = await rewardMails(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('You have earned tokens worth $3');
    expect(mail?.text).toContain('You can redeem them from 31 March 2026 at 10:00 UTC:');
    expect(mail?.text).not.toContain(friend);
    await pay(friend);
    expect((await overviewOf(referrer)).balance, 'one reward for one person').toBe(REWARD_CENTS);

    time = Date.parse(redeemableFrom) - 1;
    const early = await redeem(referrer);
    expect(early.status).toBe(409);
    expect(await early.json()).toMatchObject({ code: 'nothing-to-redeem' });
    time += 1;
    const done = await redeem(referrer, 'discount');
    expect(done.status).toBe(201);
    const redemption = (await done.json()) as Redemption;
    expect(redemption).toMatchObject({
      use: 'discount',
      amount: REWARD_CENTS,
      usedAt: null,
      createdAt: redeemableFrom,
    });
    expect(redemption.code).toMatch(/^[2-9A-HJ-NP-Z]{16}$/);
    expect(await overviewOf(referrer)).toMatchObject({
      referrals: [{ paid: true, redeemed: true }],
      redemptions: [redemption],
      balance: 0,
      redeemable: 0,
    });
    expect((await redeem(referrer)).status).toBe(409);

    const another = await referred();
    time += 30 * DAY_MS;
    await pay(another.friend);
    expect((await rewardMails(another.email))[0]?.text).toContain('You can redeem them now:');
    expect((await redeem(another.referrer)).status).toBe(201);
    expect(await markRedemptionUsed(api.db, redemption.code, redeemableFrom)).toBe(true);
    expect((await overviewOf(another.referrer)).redemptions, 'and no other').toMatchObject([{ usedAt: null }]);
    expect(await markRedemptionUsed(api.db, redemption.code, redeemableFrom), 'once').toBe(false);
  });

  test('a payment that came before the registration ends in the same state', async () => {
    const email = newEmail();
    const referrer = await memberOf(api, email);
    const friend = newEmail();
    await pay(friend.toUpperCase());
    await confirmedVisitor(api, friend, await codeOf(referrer));
    expect(await overviewOf(referrer)).toMatchObject({ referrals: [{ paid: true }], balance: REWARD_CENTS });
    expect(await rewardMails(email)).toHaveLength(1);
  });

  test('an event that is sent a hundred times, ten at once: one reward, one mail', async () => {
    const { referrer, email, friend } = await referred();
    const id = randomUUID();
    const states: string[] = [];
    for (let n = 0; n < 10; n += 1) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => sendEvent(eventOf(friend), { id })));
      for (const answer of answers) states.push(((await answer.json()) as { status: string }).status);
    }
    expect(states.filter((status) => status === 'recorded')).toHaveLength(1);
    expect(states.filter((status) => status === 'known')).toHaveLength(99);
    expect((await overviewOf(referrer)).balance).toBe(REWARD_CENTS);
    expect(await rewardMails(email)).toHaveLength(1);
  });

  test('a payment of any size counts, and its time is kept in UTC', async () => {
    const { referrer, friend } = await referred();
    const [event, id] = [eventOf(friend), randomUUID()];
    const answer = await sendEvent({ ...event, data: { ...event.data, amount: Number.MAX_SAFE_INTEGER } }, { id });
    expect(await answer.json()).toEqual({ status: 'recorded' });
    expect((await overviewOf(referrer)).balance).toBe(REWARD_CENTS);
    const paid = await api.db.selectFrom('payments').select('paidAt').where('id', '=', id).execute();
    expect(paid).toEqual([{ paidAt: '2026-03-02T08:00:00.000Z' }]);
  });

  test('an event may hold much more than is read, and what is ignored may be as large', async () => {
    const event = eventOf(newEmail());
    const more = 'x'.repeat(60_000);
    const large = await sendEvent({ ...event, data: { ...event.data, more } });
    expect([large.status, await large.json()]).toEqual([200, { status: 'recorded' }]);
    const other = await sendEvent({ type: 'invoice.updated', data: { more } });
    expect([other.status, await other.json()]).toEqual([200, { status: 'ignored' }]);
    const endless = await sendEvent({ ...event, data: { ...event.data, more: more.repeat(2) } });
    expect(endless.status).toBe(413);
  });

  test('payment and confirmation at the same moment: the reward is paid, whichever is first', async () => {
    const referrer = await memberOf(api, newEmail());
    const code = await codeOf(referrer);
    for (let n = 1; n <= 8; n += 1) {
      const friend = newEmail();
      const browser = visit(api);
      await browser.post(accountCalls.register, { ...registrationOf(friend), ref: code });
      await browser.get(await mailedLink(api, friend));
      await Promise.all([browser.post(accountCalls.confirm), pay(friend)]);
      expect((await overviewOf(referrer)).balance).toBe(n * REWARD_CENTS);
    }
  });

  test("one's own link, another spelling of one's address, and an unknown code mean nothing", async () => {
    const name = `own${(count += 1)}`;
    const referrer = await memberOf(api, `${name}@example.com`);
    const code = await codeOf(referrer);
    await confirmedVisitor(api, `${name}+friend@example.com`, code);
    const stranger = newEmail();
    await confirmedVisitor(api, stranger, 'NOBODYHASIT');
    await pay(`${name}+friend@example.com`);
    await pay(stranger);
    expect(await overviewOf(referrer)).toMatchObject({ referrals: [], balance: 0 });
  });

  test('the payments of a person add up and earn tokens from the least amount on, in set currencies', async () => {
    const { referrer, email, friend } = await referred();
    await pay(friend, { amount: 1 });
    await pay(friend, { amount: 100_000_000, currency: 'EUR' });
    await pay(friend, { amount: 4_999_998 });
    await pay(friend, { amount: 4_999, currency: 'USD' });
    expect(await overviewOf(referrer), 'naira and dollars are not added').toMatchObject({
      referrals: [{ paid: false }],
      balance: 0,
    });
    expect(await rewardMails(email)).toEqual([]);
    await pay(friend, { amount: 1 });
    expect(await overviewOf(referrer)).toMatchObject({ referrals: [{ paid: true }], balance: REWARD_CENTS });
    await pay(friend, { amount: 5_000, currency: 'USD' });
    expect((await overviewOf(referrer)).balance, 'once').toBe(REWARD_CENTS);
  });

  test('a refund takes the tokens back, once, with a mail; paying again earns them again', async () => {
    const { referrer, email, friend } = await referred();
    const payment = await pay(friend);
    expect(await refund('another payment')).toEqual({ status: 'recorded' });
    expect((await overviewOf(referrer)).balance).toBe(REWARD_CENTS);
    const id = randomUUID();
    expect(await refund(payment, 1, id)).toEqual({ status: 'recorded' });
    expect(await refund(payment, 1, id)).toEqual({ status: 'known' });
    expect(await overviewOf(referrer), 'what is left is less than the least amount').toMatchObject({
      referrals: [{ paid: false, takenBack: true, redeemed: false }],
      balance: 0,
      redeemable: 0,
    });
    const subjects = async () => (await rewardMails(email)).map(({ subject }) => subject).toSorted();
    expect(await subjects()).toEqual(['Tokens worth $3 were taken back', 'You have earned tokens worth $3']);
    expect((await rewardMails(email)).map(({ text }) => text).join('\n')).not.toContain(friend);
    await refund(payment);
    expect((await overviewOf(referrer)).balance).toBe(0);
    await pay(friend);
    expect(await overviewOf(referrer)).toMatchObject({
      referrals: [{ paid: true, takenBack: false }],
      balance: REWARD_CENTS,
    });
    expect(await subjects()).toHaveLength(3);
  });

  test('a refund that leaves enough takes nothing back, and one that comes first leaves nothing to earn', async () => {
    const { referrer, email, friend } = await referred();
    const early = randomUUID();
    expect(await refund(early)).toEqual({ status: 'recorded' });
    expect(await (await sendEvent(eventOf(friend), { id: early })).json()).toEqual({ status: 'recorded' });
    expect(await overviewOf(referrer)).toMatchObject({ referrals: [{ paid: false, takenBack: false }], balance: 0 });
    expect(await rewardMails(email)).toEqual([]);
    const payment = await pay(friend, { amount: 8_000_000 });
    await refund(payment, 3_000_000);
    expect((await overviewOf(referrer)).balance).toBe(REWARD_CENTS);
  });

  test('redeemed tokens that are taken back are settled by later ones, and never redeemed again', async () => {
    const { referrer, email, friend, code } = await referred();
    const payment = await pay(friend);
    time += 30 * DAY_MS;
    expect((await redeem(referrer)).status).toBe(201);
    await refund(payment);
    expect(await overviewOf(referrer)).toMatchObject({
      referrals: [{ paid: false, takenBack: true, redeemed: true }],
      balance: -REWARD_CENTS,
      redeemable: 0,
    });
    expect((await rewardMails(email)).find(({ subject }) => subject.includes('taken back'))?.text).toContain(
      'the next tokens you earn will cover it',
    );
    const rewardTexts = async () =>
      (await rewardMails(email)).filter(({ subject }) => subject.includes('earned')).map(({ text }) => text);
    const settledFirst = 'Tokens you redeemed whose payment was refunded are settled from them first.';
    expect((await rewardTexts()).join('\n')).not.toContain(settledFirst);
    const [second, third] = [newEmail(), newEmail()];
    await confirmedVisitor(api, second, code);
    await pay(second);
    expect((await rewardTexts()).filter((text) => text.includes(settledFirst))).toHaveLength(1);
    time += 30 * DAY_MS;
    expect(await overviewOf(referrer)).toMatchObject({ balance: 0, redeemable: 0 });
    const refused = await redeem(referrer);
    expect(refused.status).toBe(409);
    expect(((await refused.json()) as { detail: string }).detail).toContain('has to be settled first');
    await confirmedVisitor(api, third, code);
    await pay(third);
    time += 30 * DAY_MS;
    expect(await overviewOf(referrer)).toMatchObject({ balance: REWARD_CENTS, redeemable: REWARD_CENTS });
    expect(await (await redeem(referrer)).json()).toMatchObject({ amount: REWARD_CENTS });
    expect(await overviewOf(referrer)).toMatchObject({ balance: 0, redeemable: 0 });
    const kinds = await api.db
      .selectFrom('tokenLedger')
      .innerJoin('users', 'users.id', 'referrerId')
      .select('kind')
      .where('email', '=', email)
      .execute();
    expect(kinds.map(({ kind: what }) => what).toSorted()).toEqual([
      'redemption',
      'redemption',
      'redemption',
      'reversal',
      'reward',
      'reward',
      'reward',
      'settlement',
    ]);
  });

  test("Gmail's dots, tags and second domain make no other person, elsewhere dots do", async () => {
    const name = `grace${(count += 1)}`;
    const referrer = await memberOf(api, `${name}@gmail.com`);
    const code = await codeOf(referrer);
    const spellings = [`g.race${count}@gmail.com`, `g.r.a.c.e${count}+x@googlemail.com`];
    for (const own of spellings) {
      await confirmedVisitor(api, own, code);
      await pay(own);
    }
    expect(await overviewOf(referrer)).toMatchObject({ referrals: [], balance: 0 });
    const friend = `ngozi.eze${count}`;
    await confirmedVisitor(api, `${friend}@gmail.com`, code);
    await confirmedVisitor(api, `${friend.replace('.', '')}@googlemail.com`, code);
    await pay(`${friend.toUpperCase()}+shop@GoogleMail.com`);
    expect(await overviewOf(referrer)).toMatchObject({ referrals: [{ paid: true }], balance: REWARD_CENTS });
    for (const other of [`dot.ted${count}@example.com`, `dotted${count}@example.com`]) {
      await confirmedVisitor(api, other, code);
      await pay(other);
    }
    expect((await overviewOf(referrer)).balance).toBe(3 * REWARD_CENTS);
  });

  test('what was stored when spellings were still apart is found, counts once, and is taken back', async () => {
    const referrer = await memberOf(api, newEmail());
    const { id: referrerId } = (await api.db
      .selectFrom('users')
      .select('id')
      .orderBy('createdAt', 'desc')
      .executeTakeFirst())!;
    const email = `old.friend${(count += 1)}@gmail.com`;
    const former = formerPersonKey(email);
    await api.db
      .insertInto('referrals')
      .values({
        id: randomUUID(),
        referrerId,
        personKey: former,
        registeredAt: new Date(time).toISOString(),
      })
      .execute();
    await pay(email);
    expect((await overviewOf(referrer)).balance).toBe(REWARD_CENTS);
    const again = await memberOf(api, newEmail());
    await confirmedVisitor(api, email.replace('.', ''), await codeOf(again));
    await pay(email.replace('.', ''));
    expect(await overviewOf(again)).toMatchObject({ referrals: [], balance: 0 });
    expect((await overviewOf(referrer)).balance).toBe(REWARD_CENTS);

    const early = `early.bird${count}@gmail.com`;
    const stored = {
      id: randomUUID(),
      personKey: formerPersonKey(early),
      amount: 5_000_000,
      currency: 'NGN',
      source: 'event' as const,
    };
    await api.db
      .insertInto('payments')
      .values({ ...stored, paidAt: new Date(time).toISOString(), receivedAt: new Date(time).toISOString() })
      .execute();
    await confirmedVisitor(api, early, await codeOf(referrer));
    expect((await overviewOf(referrer)).balance).toBe(2 * REWARD_CENTS);
    await refund(stored.id);
    expect((await overviewOf(referrer)).balance).toBe(REWARD_CENTS);
  });

  test('a referrer without an account any more earns and loses as before, without a mail', async () => {
    const { referrer, email, friend } = await referred();
    const { id } = (await findUserByEmail(api.db, email))!;
    await referrer.post(accountCalls.deleteAccount, { password: goodPassword });
    await refund(await pay(friend));
    const entries = api.db.selectFrom('tokenLedger').select('kind').where('referrerId', '=', id).orderBy('amount');
    expect(await entries.execute()).toEqual([{ kind: 'reversal' }, { kind: 'reward' }]);
    expect(await rewardMails(email)).toEqual([]);
  });

  test('a member who had referred themselves while spellings were still apart earns nothing', async () => {
    const own = `one.self${(count += 1)}@gmail.com`;
    const member = await memberOf(api, own);
    const { id: referrerId } = (await findUserByEmail(api.db, own))!;
    const registeredAt = new Date(time).toISOString();
    await api.db
      .insertInto('referrals')
      .values({ id: randomUUID(), referrerId, personKey: personKey(own), registeredAt })
      .execute();
    await pay(own.replace('.', ''));
    expect((await overviewOf(member)).balance).toBe(0);
  });

  test('of two referrals of one person from before, the one that earned counts, or else the first', async () => {
    const email = () => `late.bird${(count += 1)}@gmail.com`;
    const member = async () => {
      const own = newEmail();
      const visitor = await memberOf(api, own);
      const { id } = (await findUserByEmail(api.db, own))!;
      return { id, visitor, balance: async () => (await overviewOf(visitor)).balance };
    };
    /** @param begin of the id, which is not what decides */
    const store = (referrerId: string, key: string, begin: string, day: number) =>
      api.db
        .insertInto('referrals')
        .values({
          id: `${begin}${randomUUID().slice(1)}`,
          referrerId,
          personKey: key,
          registeredAt: new Date(time + day * DAY_MS).toISOString(),
        })
        .execute();

    const [first, second] = [await member(), await member()];
    const friend = email();
    await store(first.id, formerPersonKey(friend), 'f', -2);
    await store(second.id, personKey(friend), '0', -1);
    await pay(friend);
    expect([await first.balance(), await second.balance()]).toEqual([REWARD_CENTS, 0]);

    const [earlier, earning] = [await member(), await member()];
    const customer = email();
    await store(earning.id, personKey(customer), 'f', -1);
    await pay(customer);
    await store(earlier.id, formerPersonKey(customer), '0', -2);
    await pay(customer);
    expect([await earlier.balance(), await earning.balance()]).toEqual([0, REWARD_CENTS]);
  });

  test('a person is referred once: the first registration counts, even after the account is gone', async () => {
    const { referrer, friend, code } = await referred();
    const other = await memberOf(api, newEmail());
    const browser = visit(api);
    await browser.post(accountCalls.login, { email: friend, password: goodPassword });
    await browser.post(accountCalls.deleteAccount, { password: goodPassword });
    await confirmedVisitor(api, friend, await codeOf(other));
    await pay(friend);
    expect((await overviewOf(referrer)).balance).toBe(REWARD_CENTS);
    expect(await overviewOf(other)).toMatchObject({ referrals: [], balance: 0 });
    expect(code).not.toBe('');
  });

  test("registering with another's address first refers nobody", async () => {
    const attacker = await memberOf(api, newEmail());
    const victim = newEmail();
    await visit(api).post(accountCalls.register, { ...registrationOf(victim), ref: await codeOf(attacker) });
    await confirmedVisitor(api, victim);
    await pay(victim);
    expect(await overviewOf(attacker)).toMatchObject({ referrals: [], balance: 0 });
  });

  test('a hundred redemptions at once, through three instances where instances can share: exactly one', async () => {
    const { referrer, friend } = await referred();
    await pay(friend);
    time += 30 * DAY_MS;
    const others =
      kind === 'postgres' ? await Promise.all([1, 2].map(() => startApi(kind, {}, { clock, beside: api }))) : [];
    const browsers = [
      referrer,
      ...others.map((instance) => Object.assign(visit(instance), { cookies: new Map<string, string>() })),
    ];
    const cookie = [...referrer.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        browsers[n % browsers.length]!.post(referralCalls.redeem, { use: 'payments' }, { cookie }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    await Promise.all(others.map((instance) => instance.close()));
    // The limit is 30 a minute per IP address; every request comes from its own address.
    expect(statuses).toEqual([201, ...Array.from({ length: 99 }, () => 409)]);
    expect(await overviewOf(referrer)).toMatchObject({ balance: 0, redemptions: [{ amount: REWARD_CENTS }] });
  });

  test('entries of the ledger cannot be changed or deleted', async () => {
    const { friend } = await referred();
    await pay(friend);
    await expect(sql`update token_ledger set amount = 1000000`.execute(api.db)).rejects.toThrow(/only appended/);
    await expect(sql`delete from token_ledger`.execute(api.db)).rejects.toThrow(/only appended/);
  });

  test.each<[string, () => Promise<Response>]>([
    ['no signature', () => sendEvent(eventOf('x@example.com'), { headers: { 'webhook-signature': '' } })],
    [
      'another secret',
      () => sendEvent(eventOf('x@example.com'), { secret: `whsec_${Buffer.alloc(32, 8).toString('base64')}` }),
    ],
    ['an altered body', () => sendEvent(eventOf('x@example.com'), { headers: { 'webhook-id': randomUUID() } })],
    ['an old event', () => sendEvent(eventOf('x@example.com'), { at: new Date(Date.now() - 6 * 60_000) })],
    ['an event of the future', () => sendEvent(eventOf('x@example.com'), { at: new Date(Date.now() + 6 * 60_000) })],
    ['an invalid timestamp', () => sendEvent(eventOf('x@example.com'), { headers: { 'webhook-timestamp': 'now' } })],
    ['a long id', () => sendEvent(eventOf('x@example.com'), { id: 'x'.repeat(300) })],
    ['nothing at all', () => api.fetch(paymentEventsCall, { method: 'POST' })],
  ])('an event with %s is refused', async (_what, send) => {
    const response = await send();
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'invalid-signature' });
  });

  test('what is signed but not a payment is refused or ignored, and nothing is stored', async () => {
    const before = await api.db.selectFrom('payments').select('id').execute();
    const good = eventOf('x@example.com');
    expect((await sendEvent('{"type":')).status).toBe(400);
    for (const data of [
      { ...good.data, amount: -1 },
      { ...good.data, amount: 1.5 },
      { ...good.data, amount: '5' },
      { ...good.data, email: 'x' },
      { ...good.data, currency: 'naira' },
      { ...good.data, currency: 'NGNX' },
      undefined,
    ]) {
      expect((await sendEvent({ ...good, data })).status).toBe(422);
    }
    const ahead = new Date(time + DAY_MS + 60_000).toISOString();
    for (const timestamp of [
      'yesterday',
      '0000-01-01T00:00:00Z',
      '0000-01-01T00:00:00+14:00',
      '1999-12-31T23:59:59Z',
      '9999-12-31T23:59:59Z',
      '9999-12-31T23:59:59-14:00',
      ahead,
    ]) {
      for (const event of [good, refundOf('x')])
        expect((await sendEvent({ ...event, timestamp })).status, timestamp).toBe(422);
    }
    for (const data of [
      { payment: '', amount: 1 },
      { payment: 'x'.repeat(256), amount: 1 },
      { payment: 'x\u0000', amount: 1 },
      { payment: 1, amount: 1 },
      { amount: 1 },
      { payment: 'x', amount: 0 },
      { payment: 'x', amount: 1e300 },
      { payment: 'x' },
      [],
      null,
    ]) {
      expect((await sendEvent({ ...refundOf('x'), data })).status, JSON.stringify(data)).toBe(422);
    }
    for (const type of ['constructor', '__proto__', 'toString'])
      expect(await (await sendEvent({ ...good, type })).json()).toEqual({ status: 'ignored' });
    for (const other of [{ ...good, type: 'payment.failed' }, {}, null, 1])
      expect(await (await sendEvent(other)).json()).toEqual({ status: 'ignored' });
    expect(await api.db.selectFrom('payments').select('id').execute()).toEqual(before);
    expect(await api.db.selectFrom('refunds').select('id').where('paymentId', '=', 'x').execute()).toEqual([]);
  });

  test("one's own figures need a session and are never kept, and other sites cannot redeem", async () => {
    const stranger = visit(api);
    const anonymous = await stranger.get(referralCalls.overview);
    expect(anonymous.headers.get('cache-control')).toBe('no-store');
    expect(await anonymous.json()).toEqual({ overview: null });
    for (const response of [await stranger.post(referralCalls.link), await redeem(stranger)]) {
      expect(response.status).toBe(401);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
    const referrer = await memberOf(api, newEmail());
    expect(
      (await referrer.post(referralCalls.redeem, { use: 'payments' }, { origin: 'http://evil.test' })).status,
    ).toBe(403);
    expect((await referrer.post(referralCalls.redeem, { use: 'gold' })).status).toBe(422);
  });

  test('neither addresses nor codes are in the log', async () => {
    const { friend, code } = await referred();
    await pay(friend);
    expect(api.log.join('\n')).not.toMatch(/@example\.com/);
    expect(api.log.join('\n')).not.toContain(code);
  });
});

test('without a secret no event is taken', async () => {
  const api = await startApi('sqlite');
  const response = await api.fetch(paymentEventsCall, { method: 'POST', body: '{}', headers: { origin: PUBLIC_URL } });
  expect(response.status).toBe(404);
  await api.close();
});

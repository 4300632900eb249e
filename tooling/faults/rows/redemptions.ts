/** Three instances and everybody at once: what can be redeemed once is redeemed once. */
import { Webhook } from 'standardwebhooks';
import { hashPassword } from '../../../api/src/features/accounts/passwords/passwords.ts';
import * as users from '../../../api/src/features/accounts/repository.ts';
import { linkCode, refer, type ReferralDependencies } from '../../../api/src/features/referrals/service.ts';
import { Mailer } from '../../../api/src/mail/mailer.ts';
import type { Db } from '../../../api/src/database/schema.ts';
import { accountCalls } from '../../../shared/contracts/account.ts';
import { PAYMENT_SUCCEEDED, paymentEventsCall } from '../../../shared/contracts/payments.ts';
import { referralCalls } from '../../../shared/contracts/referrals.ts';
import { DAY_MS } from '../../../shared/rules/time.ts';
import { PAYMENTS_SECRET } from '../stage.ts';
import { type Answer, delay, type Instance, makePlace, PUBLIC_URL, startInstance, withDatabase } from './instance.ts';
import { bothDatabases, type Row } from './row.ts';

const INSTANCES = 3;
const AT_ONCE = 100;
const ROUNDS = 3;
const ATTEMPTS = 20;
const PASSWORD = 'four sound shuttles';
const MINIMUM = new Map([['USD', 5_000]]);

export const redemptions: Row = {
  name: 'redeem',
  what: `${INSTANCES} instances × ${AT_ONCE} redemptions at once; a payment ${AT_ONCE} times`,
  passesWhen: 'one each, 409 for the others; one reward, one mail',
  databases: bothDatabases,
  async run(circumstances) {
    const { rounds = ROUNDS, begun } = circumstances;
    const place = await makePlace(circumstances);
    const instances = await Promise.all(Array.from({ length: INSTANCES }, () => startInstance(place, begun)));
    let wrong = 0;
    let redeemed = 0;
    const others = new Set<number>();
    for (let round = 0; round < rounds; round += 1) {
      const [referrer, friend] = [`referrer${round}@example.com`, `friend${round}@example.com`];
      await withDatabase(place, (db) => addReferral(db, referrer, friend));
      const paid = await everybody(instances, (instance) => payOnce(instance, friend, round));
      wrong += paid.filter((status) => status !== 200).length;
      wrong += await withDatabase(place, (db) => wrongRewards(db, round + 1));

      const login = { email: referrer, password: PASSWORD };
      const { cookies } = await patiently((instance) => instance.send(accountCalls.login, login), instances[0]!);
      const statuses = await everybody(instances, (instance) =>
        instance.send(referralCalls.redeem, { use: 'payments' }, { cookie: cookies }),
      );
      const count = (status: number) => statuses.filter((each) => each === status).length;
      redeemed += count(201);
      wrong += statuses.length - count(201) - count(409);
      for (const status of [...paid, ...statuses]) if (![200, 201, 409].includes(status)) others.add(status);
    }
    return {
      figure: `${rounds} × ${INSTANCES * AT_ONCE} redemptions: ${redeemed} codes; ${wrong} wrong answers or rewards${others.size > 0 ? ` (status ${[...others].join(', ')})` : ''}`,
      passed: redeemed === rounds && wrong === 0,
    };
  },
};

type Act = (instance: Instance) => Promise<Answer>;

async function everybody(instances: Instance[], act: Act): Promise<number[]> {
  const all = instances.flatMap((instance) => Array.from({ length: AT_ONCE }, () => patiently(act, instance)));
  return (await Promise.all(all)).map(({ status }) => status);
}

/** Repeats what is answered with 503, as a patient caller would. */
async function patiently(act: Act, instance: Instance): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await act(instance);
    if (answer.status !== 503 || attempt === ATTEMPTS) return answer;
    await delay(500 * attempt * Math.random());
  }
}

/** A member who referred a person long enough ago. */
async function addReferral(db: Db, referrer: string, friend: string): Promise<void> {
  const member = await addMember(db, referrer);
  await addMember(db, friend);
  const mailer = new Mailer({ db, from: 'site@site.test', wake: () => {} });
  const clock = () => Date.now() - 31 * DAY_MS;
  const programme: ReferralDependencies = { db, mailer, publicUrl: PUBLIC_URL, rewardMinimum: MINIMUM, clock };
  const code = await linkCode(programme, member);
  await mailer.transaction((tx) => refer(tx, programme, { email: friend }, code));
}

/** @returns the member's id */
export async function addMember(db: Db, email: string): Promise<string> {
  const now = new Date().toISOString();
  const user = await users.insertUser(db, { name: 'Ada Obi', email, now });
  await users.setPassword(db, user!.id, { hash: await hashPassword(PASSWORD), now });
  return user!.id;
}

async function payOnce(instance: Instance, email: string, round: number) {
  const [id, at] = [`event-${round}`, new Date()];
  const event = {
    type: PAYMENT_SUCCEEDED,
    timestamp: at.toISOString(),
    data: { email, amount: 6_000, currency: 'USD' },
  };
  return await instance.send(paymentEventsCall, event, {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(PAYMENTS_SECRET).sign(id, at, JSON.stringify(event)),
  });
}

/** How many rewards and mails about them there are too many, or too few. */
async function wrongRewards(db: Db, expected: number): Promise<number> {
  const rewards = await db.selectFrom('tokenLedger').select('id').where('kind', '=', 'reward').execute();
  const mails = await db.selectFrom('outbox').select('id').where('topic', '=', 'referral').execute();
  return Math.abs(rewards.length - expected) + Math.abs(mails.length - expected);
}

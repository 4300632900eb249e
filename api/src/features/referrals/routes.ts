import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { redemptionUses, referralCalls } from 'shared/contracts/referrals';
import { z } from 'zod';
import { requireUser, userOf } from '../accounts/session.ts';
import type { AccountDependencies } from '../accounts/dependencies.ts';
import { neverCached } from '../../http/never-cached.ts';
import { writeLimit } from '../../http/write-limit.ts';
import { linkCode, overview, redeem, type ReferralDependencies } from './service.ts';
import { accountHeaders, problems } from '../../http/schemas.ts';

const time = z.iso.datetime();
const use = z.enum(redemptionUses, `use must be one of ${redemptionUses.join(', ')}.`);
const redemption = z.object({ code: z.string(), use, amount: z.int(), createdAt: time, usedAt: time.nullable() });
const overviewAnswer = z.object({
  account: z.string(),
  code: z.string().nullable(),
  referrals: z.array(
    z.object({
      registeredAt: time,
      paid: z.boolean(),
      takenBack: z.boolean(),
      redeemableFrom: time,
      redeemed: z.boolean(),
    }),
  ),
  redemptions: z.array(redemption),
  balance: z.int(),
  redeemable: z.int(),
});

/** A cookie decides who is asking, so a request must come from the site's own pages. */
const config = { crossSite: 'own-pages', rateLimit: writeLimit } as const;

/** The visitor's own referrals. Answers must never be cached. */
export function referralRoutes(
  referrals: ReferralDependencies,
  accounts: AccountDependencies,
): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    neverCached(app);

    app.get(
      referralCalls.overview,
      {
        schema: {
          summary: 'Your referrals and tokens',
          tags: ['referrals'],
          response: { 200: z.object({ overview: overviewAnswer.nullable() }), ...problems },
        },
      },
      async (request) => {
        const user = await userOf(accounts, request);
        return { overview: user ? await overview(referrals, user.id) : null };
      },
    );

    app.post(
      referralCalls.link,
      {
        config,
        schema: {
          summary: 'Get your referral link',
          tags: ['referrals'],
          headers: accountHeaders,
          response: { 200: z.object({ code: z.string() }), ...problems },
        },
      },
      async (request) => {
        const { user } = await requireUser(accounts, request);
        return { code: await linkCode(referrals, user.id) };
      },
    );

    app.post(
      referralCalls.redeem,
      {
        config,
        schema: {
          summary: 'Redeem all tokens that can be redeemed now',
          description: '409 `nothing-to-redeem` if there are none.',
          tags: ['referrals'],
          headers: accountHeaders,
          body: z.object({ use }),
          response: { 201: redemption, ...problems },
        },
      },
      async (request, reply) => {
        const { user } = await requireUser(accounts, request);
        return reply.code(201).send(await redeem(referrals, user.id, request.body.use));
      },
    );
    done();
  };
}

import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { PAYMENT_SUCCEEDED, paymentEventsCall } from 'shared/contracts/payments';
import { isEmailAddress } from 'shared/rules/email';
import { IDEMPOTENCY_KEY_MAX } from 'shared/rules/limits';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import type { Services } from '../app.ts';
import { takeAnyBody } from '../plugins/any-body.ts';
import { eventLimit } from '../plugins/write-limit.ts';
import { fieldsRefused, ProblemError } from '../services/problem.ts';
import { recordPayment } from '../services/referrals.ts';
import { problems } from './schemas.ts';

const event = z.object({ type: z.string() });
const payment = z.object({
  timestamp: z.iso.datetime({ offset: true, error: 'timestamp must be a point in time in ISO 8601.' }),
  data: z.object({
    email: z.string('email must be text.').trim().refine(isEmailAddress, 'email must be an e-mail address.'),
    amount: z.int('amount must be a whole number, in the smallest unit of the currency.').positive('amount must be more than 0.'),
    currency: z.string().regex(/^[A-Z]{3}$/, 'currency must be three capital letters of ISO 4217.'),
  }),
});

const answer = z.object({ status: z.enum(['recorded', 'known', 'ignored']) });

/** Events of the company's payment system, which proves itself with a signature and not with an origin. */
export function paymentRoutes({ env, referrals }: Services): FastifyPluginAsyncZod {
  const secret = env.PAYMENTS_SECRET;
  return async (app) => {
    takeAnyBody(app);
    app.post(
      paymentEventsCall,
      {
        config: { rateLimit: eventLimit, crossSite: 'allowed' },
        schema: {
          summary: 'Take an event of the payment system (Standard Webhooks)',
          description: 'Signed with PAYMENTS_SECRET, at most five minutes old. The same event counts once; events may come in any order.',
          tags: ['referrals'],
          response: { 200: answer, ...problems },
        },
      },
      async (request) => {
        if (!secret) throw new ProblemError({ status: 404, code: 'not-found', detail: 'This installation takes no payment events: PAYMENTS_SECRET is not set.' });
        const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
        const { id, content } = verified(secret, body, request.headers);
        if (event.safeParse(content).data?.type !== PAYMENT_SUCCEEDED) return { status: 'ignored' } as const;
        const { data: paid, error } = payment.safeParse(content);
        if (!paid) throw fieldsRefused(error.issues.map(({ path, message }) => ({ field: path.join('.'), message })));
        const isNew = await recordPayment(referrals, {
          ...paid.data,
          id,
          paidAt: new Date(paid.timestamp).toISOString(),
          source: 'event',
        });
        return { status: isNew ? 'recorded' : 'known' } as const;
      },
    );
  };
}

/** @throws ProblemError `invalid-signature`; `malformed-body` for what is signed and no JSON */
function verified(secret: string, body: string, headers: Record<string, string | string[] | undefined>): { id: string; content: unknown } {
  const id = headers['webhook-id'];
  if (typeof id !== 'string' || id.length > IDEMPOTENCY_KEY_MAX) throw unsigned();
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>, { jsonParse: false });
  } catch {
    throw unsigned();
  }
  try {
    return { id, content: JSON.parse(body) };
  } catch {
    throw new ProblemError({ status: 400, code: 'malformed-body', detail: 'The body is not valid JSON.' });
  }
}

function unsigned(): ProblemError {
  return new ProblemError({
    status: 401,
    code: 'invalid-signature',
    detail: 'The signature is missing, wrong, or older than five minutes.',
  });
}

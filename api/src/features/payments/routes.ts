import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { PAYMENT_REFUNDED, PAYMENT_SUCCEEDED, paymentEventsCall } from 'shared/contracts/payments';
import { isEmailAddress } from 'shared/rules/email';
import { IDEMPOTENCY_KEY_MAX } from 'shared/rules/limits';
import { isTimeOfEvent } from 'shared/rules/referrals/referral';
import { isLine } from 'shared/rules/text';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { takeAnyBody } from '../../http/any-body.ts';
import { eventLimit } from '../../http/write-limit.ts';
import { fieldsRefused, ProblemError } from '../../problem.ts';
import { recordPayment, recordRefund, type ReferralDependencies } from '../referrals/service.ts';
import { describedOnly, problems } from '../../http/schemas.ts';

/** Events hold much more than is read here. Standard Webhooks advises senders to stay below 20 kB. */
const EVENT_MAX_BYTES = 64 * 1024;

const event = z.object({ type: z.string() });

const amount = z
  .int('amount must be a whole number, in the smallest unit of the currency.')
  .positive('amount must be more than 0.');

/** @param clock milliseconds since 1970 */
const timestampBy = (clock: () => number) =>
  z.iso
    .datetime({ offset: true, error: 'timestamp must be an ISO 8601 date and time.' })
    .refine(
      (value) => isTimeOfEvent(value, clock()),
      'timestamp must not be before the year 2000, nor more than a day ahead.',
    )
    .transform((value) => new Date(value).toISOString());

const paymentData = z.object({
  email: z.string('email must be text.').trim().refine(isEmailAddress, 'email must be an email address.'),
  amount,
  currency: z.string().regex(/^[A-Z]{3}$/, 'currency must be an ISO 4217 code: three capital letters.'),
});
const NOT_AN_ID = "payment must be the id of the payment's event.";
const refundData = z.object({
  payment: z.string(NOT_AN_ID).min(1, NOT_AN_ID).max(IDEMPOTENCY_KEY_MAX, NOT_AN_ID).refine(isLine, NOT_AN_ID),
  amount,
});

/** For the description only. */
const signed = z.object({
  'webhook-id': z.string().describe('Of the event.'),
  'webhook-timestamp': z.string().describe('When it was sent, in seconds since 1970.'),
  'webhook-signature': z.string(),
});

const answer = z.object({ status: z.enum(['recorded', 'known', 'ignored']) });

interface PaymentsDependencies {
  referrals: ReferralDependencies;
  /** Verifies the events; without it none is accepted. */
  secret: string | undefined;
}

/** Events of the company's payment system, which proves itself with a signature and not with an origin. */
export function paymentRoutes({ referrals, secret }: PaymentsDependencies): FastifyPluginAsyncZod {
  const timestamp = timestampBy(referrals.clock);
  const payment = z.object({ timestamp, data: paymentData });
  const refund = z.object({ timestamp, data: refundData });

  /** The effects of the events that mean something here. @returns whether the event is new */
  const effects: Record<string, (id: string, content: unknown) => Promise<boolean>> = {
    [PAYMENT_SUCCEEDED]: async (id, content) => {
      const { timestamp: paidAt, data } = fieldsOf(payment, content);
      return await recordPayment(referrals, { ...data, id, paidAt, source: 'event' });
    },
    [PAYMENT_REFUNDED]: async (id, content) => {
      const { timestamp: refundedAt, data } = fieldsOf(refund, content);
      return await recordRefund(referrals, {
        id,
        paymentId: data.payment,
        amount: data.amount,
        refundedAt,
        source: 'event',
      });
    },
  };

  return async (app) => {
    takeAnyBody(app);
    app.post(
      paymentEventsCall,
      {
        bodyLimit: EVENT_MAX_BYTES,
        config: { rateLimit: eventLimit, crossSite: 'allowed' },
        schema: {
          summary: 'Receive an event from the payment system (Standard Webhooks)',
          description:
            'Signed with PAYMENTS_SECRET, at most five minutes old. Each event counts once; events may arrive in any order.',
          tags: ['referrals'],
          headers: signed,
          body: z
            .union([
              payment.extend({ type: z.literal(PAYMENT_SUCCEEDED) }),
              refund.extend({ type: z.literal(PAYMENT_REFUNDED) }),
            ])
            .describe('Events of other types are ignored.'),
          response: { 200: answer, ...problems },
        },
        // Nothing is looked at before the signature.
        validatorCompiler: describedOnly,
      },
      async (request) => {
        if (!secret)
          throw new ProblemError({
            status: 404,
            code: 'not-found',
            detail: 'This installation does not accept payment events: PAYMENTS_SECRET is not set.',
          });
        const sent: unknown = request.body;
        const body = Buffer.isBuffer(sent) ? sent.toString('utf8') : '';
        const { id, content } = verified(secret, body, request.headers);
        const { type = '' } = event.safeParse(content).data ?? {};
        const effect = Object.hasOwn(effects, type) ? effects[type] : undefined;
        if (!effect) return { status: 'ignored' } as const;
        return { status: (await effect(id, content)) ? 'recorded' : 'known' } as const;
      },
    );
  };
}

/** @throws ProblemError `validation-failed` */
function fieldsOf<Fields>(schema: z.ZodType<Fields>, content: unknown): Fields {
  const { data, error } = schema.safeParse(content);
  if (!error) return data;
  throw fieldsRefused(error.issues.map(({ path, message }) => ({ field: path.join('.'), message })));
}

/** @throws ProblemError `invalid-signature`; `malformed-body` for a body that is signed but is not JSON */
function verified(
  secret: string,
  body: string,
  headers: Record<string, string | string[] | undefined>,
): { id: string; content: unknown } {
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

import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { type ContactMessage, contactCall } from 'shared/contracts/contact';
import { IDEMPOTENCY_HEADER } from 'shared/contracts/idempotency';
import { contactFields } from 'shared/rules/contact';
import { CONTACT_BODY_MAX } from 'shared/rules/limits';
import { z } from 'zod';
import type { Services } from '../app.ts';
import { writeLimit } from '../plugins/write-limit.ts';
import { receiveContact } from '../services/contact.ts';
import { idempotencyHeaders, problems } from './schemas.ts';

const field = z.string('This must be text.');

/** A field that is missing is an empty one: the contact rules say what that means. */
const body = z.preprocess(
  emptyWhereMissing,
  z.object({ fullName: field, email: field, phone: field, subject: field, message: field }),
);

function emptyWhereMissing(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const given = value as Partial<Record<keyof ContactMessage, unknown>>;
  return Object.fromEntries(contactFields.map((name) => [name, given[name] ?? '']));
}

/** Contact messages. */
export function contactRoutes({ db, env, mailDomain, wakeOutbox }: Services): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    app.post(
      contactCall,
      {
        bodyLimit: CONTACT_BODY_MAX,
        config: { rateLimit: writeLimit },
        schema: {
          summary: 'Send a contact message',
          headers: idempotencyHeaders,
          body,
          response: { 201: z.object({ id: z.uuid() }).describe('Stored; the mail about it follows.'), ...problems },
        },
      },
      async (request, reply) => {
        const receipt = await receiveContact(
          { db, contactTo: env.CONTACT_TO, mailDomain, wakeOutbox },
          request.body,
          request.headers[IDEMPOTENCY_HEADER],
        );
        return reply.code(201).send(receipt);
      },
    );
    done();
  };
}

import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { contactCall } from 'shared/contracts/contact';
import { IDEMPOTENCY_HEADER } from 'shared/contracts/idempotency';
import { contactForm } from 'shared/rules/contact/contact-form';
import { CONTACT_BODY_MAX_BYTES } from 'shared/rules/limits';
import { z } from 'zod';
import { writeLimit } from '../../http/write-limit.ts';
import { type ContactDependencies, receiveContact } from './service.ts';
import { formBody, idempotencyHeaders, problems } from '../../http/schemas.ts';

/** Contact messages. */
export function contactRoutes(dependencies: ContactDependencies): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    app.post(
      contactCall,
      {
        bodyLimit: CONTACT_BODY_MAX_BYTES,
        config: { rateLimit: writeLimit },
        schema: {
          summary: 'Send a contact message',
          headers: idempotencyHeaders,
          body: formBody(contactForm),
          response: { 201: z.object({ id: z.uuid() }).describe('Stored; an email about it follows.'), ...problems },
        },
      },
      async (request, reply) => {
        const receipt = await receiveContact(dependencies, request.body, request.headers[IDEMPOTENCY_HEADER]);
        return reply.code(201).send(receipt);
      },
    );
    done();
  };
}

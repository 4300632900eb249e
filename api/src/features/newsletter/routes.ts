import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { newsletterCalls, withToken } from 'shared/contracts/newsletter';
import { href, paths } from 'shared/contracts/paths';
import { newsletterForm } from 'shared/rules/newsletter/newsletter-form';
import { z } from 'zod';
import { takeAnyBody } from '../../http/any-body.ts';
import { mailProgramLimit, signUpLimit, writeLimit } from '../../http/write-limit.ts';
import { confirm, type NewsletterDependencies, subscribe, unsubscribe } from './service.ts';
import { formBody, problems, redirects, text } from '../../http/schemas.ts';

const token = z.object({ token: text('The token') });
const state = z.object({ status: z.enum(['confirmed', 'unsubscribed']) });

export function newsletterRoutes(dependencies: NewsletterDependencies): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    app.post(
      newsletterCalls.subscribe,
      {
        config: { rateLimit: signUpLimit },
        schema: {
          summary: 'Subscribe to the newsletter',
          description: 'The answer is the same for every address; the rest arrives by email.',
          body: formBody(newsletterForm),
          response: { 202: z.object({ status: z.literal('accepted') }), ...problems },
        },
      },
      async (request, reply) => reply.code(202).send(await subscribe(dependencies, request.body)),
    );

    app.post(
      newsletterCalls.confirm,
      {
        config: { rateLimit: writeLimit },
        schema: {
          summary: 'Confirm a subscription with the token from the emailed link',
          description: '404 for an unknown token, 410 for one that is too old. May be repeated.',
          body: token,
          response: { 200: state, ...problems },
        },
      },
      async (request) => await confirm(dependencies, request.body.token),
    );

    app.get(
      newsletterCalls.unsubscribe,
      {
        schema: {
          summary: 'Open an emailed unsubscribe link: redirects to the page that asks',
          // A person opens it: without its token the page says that the link is incomplete.
          querystring: z.object({ token: z.string().catch('') }),
          response: { ...redirects, ...problems },
        },
      },
      // Programs that scan mail follow links: a GET changes nothing.
      (request, reply) => {
        void reply.redirect(withToken(href(paths.newsletterUnsubscribe), request.query.token), 303);
      },
    );

    void app.register((oneClick, _, ready) => {
      takeAnyBody(oneClick);
      oneClick.post(
        newsletterCalls.unsubscribe,
        {
          config: { rateLimit: mailProgramLimit, crossSite: 'allowed' },
          schema: {
            summary: 'Unsubscribe with one click (RFC 8058)',
            description:
              'Anyone with the token may unsubscribe, from any origin; the body does not matter. May be repeated.',
            querystring: token,
            response: { 200: state, ...problems },
          },
        },
        async (request) => await unsubscribe(dependencies, (request.query as z.infer<typeof token>).token),
      );
      ready();
    });
    done();
  };
}

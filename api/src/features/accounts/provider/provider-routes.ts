import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { accountCalls, accountLinks } from 'shared/contracts/account';
import { loginFor, ownPath, paths } from 'shared/contracts/paths';
import { referralCode } from 'shared/rules/referrals/referral';
import { z } from 'zod';
import type { AccountDependencies, Visitor } from '../dependencies.ts';
import { providerOfIp } from '../limits.ts';
import type { IdentityProvider } from './provider.ts';
import { countAttempt } from '../../../database/attempts.ts';
import { withCookies } from '../routes.ts';
import { neverCached } from '../../../http/never-cached.ts';
import { isOpened } from '../../../http/opened.ts';
import { problems, redirects } from '../../../http/schemas.ts';

/**
 * Longest path to return to, as it is encoded. The headers that lead on have it, encoded once more, and no more than 16
 * kB in all.
 */
const NEXT_MAX = 2_000;

/** Signing in is two navigations of the browser, so that each ends on a page, never with a problem in the window. */
export function providerRoutes({ db }: AccountDependencies, provider: IdentityProvider): FastifyPluginCallbackZod {
  const isTooMuch = async ({ ip }: Visitor, step: 'begin' | 'finish'): Promise<boolean> =>
    (await countAttempt(db, [providerOfIp(ip, step)])) > 0;

  return (app, _options, ready) => {
    neverCached(app);

    app.get(
      accountCalls.signInMethods,
      {
        schema: {
          summary: 'How visitors can log in',
          tags: ['accounts'],
          response: {
            200: z.object({
              provider: z.boolean().describe('Whether visitors can also log in through the identity provider.'),
            }),
            ...problems,
          },
        },
      },
      () => ({ provider: provider.isConfigured }),
    );

    app.get(
      accountLinks.provider,
      {
        schema: {
          summary: 'Log in through the identity provider',
          tags: ['accounts'],
          querystring: z.object({
            next: z.string().optional().catch(undefined).describe('Path to return to.'),
            ref: z.string().optional().catch(undefined).transform(referralCode).describe('Code of a referral link.'),
          }),
          response: { ...redirects, ...problems },
        },
      },
      async (request, reply) => {
        const wish = ownPath(request.query.next);
        const next = wish.length > NEXT_MAX ? paths.home : wish;
        // Another site's link or redirect does not show that the visitor wants this, nor does an image in a post: the
        // provider might let them in without asking.
        if (request.headers['sec-fetch-site'] === 'cross-site' || !isOpened(request.headers))
          return reply.redirect(loginFor(next), 303);
        const { location, cookies } = (await isTooMuch(request, 'begin'))
          ? { location: loginFor(next, 'too-many-requests'), cookies: [] }
          : await provider.begin(request, next, request.query.ref);
        return withCookies(reply, cookies).redirect(location, 303);
      },
    );

    app.get(
      accountLinks.providerCallback,
      {
        schema: {
          summary: 'Return from the identity provider',
          tags: ['accounts'],
          response: { ...redirects, ...problems },
        },
      },
      async (request, reply) => {
        if (!isOpened(request.headers)) return reply.redirect(loginFor(paths.home), 303);
        const [, query = ''] = request.url.split('?', 2);
        const { location, cookies } = (await isTooMuch(request, 'finish'))
          ? { location: loginFor(paths.home, 'too-many-requests'), cookies: [] }
          : await provider.finish(request, `?${query}`);
        return withCookies(reply, cookies).redirect(location, 303);
      },
    );
    ready();
  };
}

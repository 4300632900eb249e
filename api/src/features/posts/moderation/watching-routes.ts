/** Reports by visitors, and the mailed link that hides a post: it leads to a page that asks first (decision 022). */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { hideLink, moderationCalls, POST_HEADER } from 'shared/contracts/moderation';
import { href, paths } from 'shared/contracts/paths';
import { postCalls } from 'shared/contracts/posts';
import { reportForm } from 'shared/rules/posts/report-form';
import { z } from 'zod';
import type { Db } from '../../../database/schema.ts';
import { neverCached } from '../../../http/never-cached.ts';
import { isOpened } from '../../../http/opened.ts';
import { formBody, openedToken, problems, redirects } from '../../../http/schemas.ts';
import { reportLimit, writeLimit } from '../../../http/write-limit.ts';
import { mayBeToken } from '../../../mail/mailed-token.ts';
import { cookieOf, setCookie, takeAwayCookie } from '../../accounts/cookies.ts';
import { presentLinkedPost } from '../presenter.ts';
import { hideByLink, readLinkedPost, reportPost, type Watching } from './watching.ts';

/** How long a browser keeps the token of the link, in seconds. */
const COOKIE_S = 30 * 60;

const tags = ['moderation'];
const linkedPost = z.object({
  id: z.int(),
  title: z.string(),
  author: z.string().nullable(),
  excerpt: z.string(),
});

export function watchingRoutes({ db, ...watching }: Watching & { db: Db }): FastifyPluginCallbackZod {
  const { publicUrl, secret } = watching;
  return (app, _options, done) => {
    neverCached(app);

    app.post(
      `${postCalls.posts}/:id/reports`,
      {
        config: { rateLimit: reportLimit },
        schema: {
          summary: 'Report a post to the company',
          tags,
          params: z.object({ id: z.string() }),
          body: formBody(reportForm),
          response: { 202: z.object({ status: z.literal('accepted') }), ...problems },
        },
      },
      async (request, reply) => reply.code(202).send(await reportPost(db, watching, request.params.id, request.body)),
    );

    app.get(
      hideLink,
      {
        schema: {
          summary: 'Open an emailed link that hides a post: redirects to the page that asks',
          tags,
          querystring: z.object({ token: openedToken }),
          response: { ...redirects, ...problems },
        },
      },
      // Programs that scan mail follow links: a GET changes nothing. The token is removed from the URL.
      (request, reply) => {
        const { token } = request.query;
        const cookie = setCookie(publicUrl, 'moderation', { value: mayBeToken(token) ? token : '', maxAge: COOKIE_S });
        if (isOpened(request.headers)) void reply.header('set-cookie', cookie);
        void reply.redirect(href(paths.hidePost), 303);
      },
    );

    app.get(
      moderationCalls.hiding,
      {
        schema: {
          summary: 'The post that the emailed link is about',
          description: 'Found by the cookie that the link set.',
          tags,
          response: { 200: linkedPost, ...problems },
        },
      },
      async ({ headers }) =>
        presentLinkedPost(await readLinkedPost(db, secret, cookieOf(publicUrl, headers.cookie, 'moderation'))),
    );

    app.post(
      moderationCalls.hiding,
      {
        config: { crossSite: 'own-pages', rateLimit: writeLimit },
        schema: {
          summary: 'Hide the post that the emailed link is about, once',
          tags,
          headers: z.object({
            [POST_HEADER]: z
              .string()
              .optional()
              .describe('Number of the post that the page shows; refused unless the link is about it.'),
          }),
          response: { 200: z.object({ id: z.int() }), ...problems },
        },
      },
      async ({ headers }, reply) => {
        const token = cookieOf(publicUrl, headers.cookie, 'moderation');
        const shown = headers[POST_HEADER] as string | undefined;
        const hidden = await hideByLink(db, secret, { token, shown });
        return reply.header('set-cookie', takeAwayCookie(publicUrl, 'moderation')).send(hidden);
      },
    );
    done();
  };
}

/** The visitor's own posts. Answers must never be cached. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { postCalls } from 'shared/contracts/posts';
import { POST_BODY_MAX_BYTES } from 'shared/rules/limits';
import { z } from 'zod';
import { requireIfMatch } from '../../http/if-match.ts';
import { neverCached } from '../../http/never-cached.ts';
import { headersDescribedOnly, ifMatchHeaders, pageQuery, problems } from '../../http/schemas.ts';
import { writeLimit } from '../../http/write-limit.ts';
import { removeFilesOf } from '../../mail/files.ts';
import { requireUser } from '../accounts/session.ts';
import { deleteOwnPost, editPost, listOwnPosts, readOwnPost } from './own-posts.ts';
import { linkNext } from './paging.ts';
import { presentOwnPost, presentOwnSummary } from './presenter.ts';
import { type Publishing, requireOpen } from './publishing.ts';
import { newPost } from './post-body.ts';
import type { PublishDependencies } from './service.ts';

const summary = z.object({
  id: z.int(),
  title: z.string(),
  created_at: z.iso.datetime(),
  edited_at: z.iso.datetime().nullable(),
  is_hidden: z.boolean().describe('The company has taken it off the site.'),
});
const ownPost = summary.extend({
  content: z.string(),
  author: z.string().nullable(),
  version: z.string().describe('For `If-Match`.'),
});
const params = z.object({ id: z.string() });
/** A cookie decides who is asking, so a request must come from the site's own pages. */
const config = { crossSite: 'own-pages', rateLimit: writeLimit } as const;
const tags = ['posts'];

/** `mails`: folder of mails as files. */
export function ownPostRoutes(
  dependencies: PublishDependencies & Publishing & { mails: string },
): FastifyPluginCallbackZod {
  const { db, accounts, posting, mails } = dependencies;
  return (app, _options, done) => {
    neverCached(app);

    app.get(
      postCalls.ownPosts,
      {
        schema: {
          summary: 'List your own posts, newest first, hidden ones included',
          tags,
          querystring: pageQuery,
          response: { 200: z.array(summary), ...problems },
        },
      },
      async (request, reply) => {
        const { user } = await requireUser(accounts, request);
        const { items, next } = await listOwnPosts(db, user.id, request.query.before);
        linkNext(reply, postCalls.ownPosts, { before: next });
        return items.map(presentOwnSummary);
      },
    );

    app.get(
      `${postCalls.ownPosts}/:id`,
      { schema: { summary: 'Read your own post to edit it', tags, params, response: { 200: ownPost, ...problems } } },
      async (request) => {
        const { user } = await requireUser(accounts, request);
        return presentOwnPost(await readOwnPost(db, request.params.id, user.id));
      },
    );

    app.put(
      `${postCalls.posts}/:id`,
      {
        bodyLimit: POST_BODY_MAX_BYTES,
        config,
        schema: {
          summary: 'Edit your own post, content as HTML',
          description: '`If-Match` names the version that you have seen; 412 if there is another one, 428 without it.',
          tags,
          params,
          headers: ifMatchHeaders,
          body: newPost,
          response: { 200: z.object({ postId: z.int(), version: z.string() }), ...problems },
        },
        validatorCompiler: headersDescribedOnly,
      },
      async (request) => {
        const { user } = await requireUser(accounts, request);
        requireOpen(posting);
        const match = requireIfMatch(request.headers['if-match']);
        return await editPost(dependencies, { id: request.params.id, userId: user.id, match }, request.body);
      },
    );

    app.delete(
      `${postCalls.posts}/:id`,
      {
        config,
        schema: {
          summary: 'Delete your own post for good',
          description: '`If-Match` as for editing.',
          tags,
          params,
          headers: ifMatchHeaders,
          response: { 204: z.null().describe('It is gone.'), ...problems },
        },
        validatorCompiler: headersDescribedOnly,
      },
      async (request, reply) => {
        const { user } = await requireUser(accounts, request);
        const match = requireIfMatch(request.headers['if-match']);
        const mailIds = await deleteOwnPost(db, { id: request.params.id, userId: user.id, match });
        await removeFilesOf(mails, mailIds, request.log);
        return reply.code(204).send(null);
      },
    );
    done();
  };
}

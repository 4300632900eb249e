/** Posts by both families of URLs that the specification names. */
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { IDEMPOTENCY_HEADER } from 'shared/contracts/idempotency';
import { postCalls, PUBLISH_AS_HEADER } from 'shared/contracts/posts';
import { POST_BODY_MAX_BYTES, SEARCH_MAX } from 'shared/rules/limits';
import { namesSession } from 'shared/node/http/session-cookie';
import { z } from 'zod';
import { tagAnswers } from '../../http/etag.ts';
import { sendShared, shareAnswers } from '../../http/shared-answers.ts';
import { type Publishing, publishersOnly, requireSame } from './publishing.ts';
import { writeLimit } from '../../http/write-limit.ts';
import { presentDetail, presentPost, presentSummary } from './presenter.ts';
import {
  type PublishDependencies,
  publishPlainText,
  publishRichText,
  readPost,
  readPosts,
  readSummaries,
} from './service.ts';
import { idempotencyHeaders, notModified, pageQuery, problems } from '../../http/schemas.ts';
import { userOf } from '../accounts/session.ts';
import { linkNext } from './paging.ts';
import { newPost } from './post-body.ts';

const createdPost = z.object({ postId: z.int() });
const summary = z.object({
  id: z.int(),
  title: z.string(),
  author: z.string().nullable(),
  created_at: z.iso.datetime(),
  excerpt: z.string(),
});
const post = summary.omit({ excerpt: true }).extend({ content: z.string() });
const link = z.object({ id: z.int(), title: z.string() }).nullable();
const detail = post.extend({
  edited_at: z.iso.datetime().nullable(),
  older: link,
  newer: link,
  is_own: z.literal(true).optional().describe('Published by the visitor making the request.'),
});

/**
 * Any text is a valid search; a parameter given twice is one search. What does not count is left out: encoded, it may
 * be too long for the header that leads to the next page.
 */
const searchQuery = pageQuery.extend({
  q: z
    .union([z.string(), z.array(z.string())])
    .transform((query) => [query].flat().join(' ').slice(0, SEARCH_MAX))
    .optional()
    .describe(
      'Only posts whose title or text contains every word, or a word that begins with it; case and accents are ignored.',
    ),
});

const newPostHeaders = idempotencyHeaders.extend({
  [PUBLISH_AS_HEADER]: z
    .string()
    .optional()
    .describe('Id of the account that is to own the post; refused unless it is the one logged in.'),
});

const PAGED = 'A page holds at most 50; `Link: <…>; rel="next"` names the next one.';

export function postRoutes(dependencies: PublishDependencies & Publishing): FastifyPluginCallbackZod {
  const { db, publicUrl, accounts } = dependencies;
  const onRequest = publishersOnly(dependencies);
  /** As visitors without a session get it. */
  const sharedPost = shareAnswers(async (id) =>
    JSON.stringify(detail.parse(presentDetail({ ...(await readPost(db, id)), isOwn: false }))),
  );
  /** Without a session there is nothing to look up. */
  const memberId = async (request: FastifyRequest): Promise<string | null> =>
    namesSession(publicUrl, request.headers.cookie) ? ((await userOf(accounts, request))?.id ?? null) : null;
  const submission = async (request: FastifyRequest) => {
    const ownerId = await memberId(request);
    requireSame(request.headers[PUBLISH_AS_HEADER] as string | undefined, ownerId);
    return { idempotencyKey: request.headers[IDEMPOTENCY_HEADER] as string | undefined, ownerId };
  };
  return (app, _options, done) => {
    tagAnswers(app);
    app.get(
      postCalls.posts,
      {
        schema: {
          summary: 'List or search posts, newest first',
          description: PAGED,
          querystring: searchQuery,
          response: { 200: z.array(summary), ...notModified, ...problems },
        },
      },
      async (request, reply) => {
        const { before, q: query } = request.query;
        const { items, next } = await readSummaries(db, { before, query });
        linkNext(reply, postCalls.posts, { before: next, query });
        return items.map(presentSummary);
      },
    );

    app.get(
      `${postCalls.posts}/:id`,
      {
        schema: {
          summary: 'Read a post',
          params: z.object({ id: z.string() }),
          response: { 200: detail, ...notModified, ...problems },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        // Owners are told that it is theirs.
        void reply.header('vary', 'cookie');
        if (!namesSession(publicUrl, request.headers.cookie)) return sendShared(request, reply, await sharedPost(id));
        const found = await readPost(db, id);
        const { ownerId } = found.post;
        const isOwn = ownerId !== null && ownerId === (await memberId(request));
        if (isOwn) void reply.header('cache-control', 'private, no-cache');
        return presentDetail({ ...found, isOwn });
      },
    );

    app.post(
      postCalls.posts,
      {
        bodyLimit: POST_BODY_MAX_BYTES,
        onRequest,
        config: { rateLimit: writeLimit },
        schema: {
          summary: 'Publish a post, content as HTML',
          headers: newPostHeaders,
          body: newPost,
          response: { 201: createdPost, ...problems },
        },
      },
      async (request, reply) =>
        reply.code(201).send(await publishRichText(dependencies, request.body, await submission(request))),
    );

    app.get(
      postCalls.list,
      {
        schema: {
          summary: 'List posts with their content, newest first',
          description: `${PAGED} A page ends early when its contents are large.`,
          querystring: pageQuery,
          response: { 200: z.array(post), ...notModified, ...problems },
        },
      },
      async (request, reply) => {
        const { items, next } = await readPosts(db, request.query.before);
        linkNext(reply, postCalls.list, { before: next });
        return items.map(presentPost);
      },
    );

    app.post(
      postCalls.add,
      {
        bodyLimit: POST_BODY_MAX_BYTES,
        onRequest,
        config: { rateLimit: writeLimit },
        schema: {
          summary: 'Publish a post, content as plain text',
          headers: newPostHeaders,
          body: newPost,
          response: { 201: createdPost, ...problems },
        },
      },
      async (request, reply) =>
        reply.code(201).send(await publishPlainText(dependencies, request.body, await submission(request))),
    );
    done();
  };
}

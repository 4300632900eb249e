/** Posts by both families of addresses that the specification names. */
import type { FastifyReply } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { postCalls } from 'shared/contracts/posts';
import { POST_BODY_MAX } from 'shared/rules/limits';
import { z } from 'zod';
import type { Services } from '../app.ts';
import { writeLimit } from '../plugins/write-limit.ts';
import { presentPost, presentSummary } from '../presenters/post.ts';
import { publishPlainText, publishRichText, readPost, readPosts, readSummaries } from '../services/posts.ts';
import { pageQuery, problems, text } from './schemas.ts';

const newPost = z.object({
  title: text('The title'),
  content: text('The content'),
  author: text("The author's name").nullish().transform((author) => author ?? ''),
});
const createdPost = z.object({ postId: z.int() });
const summary = z.object({
  id: z.int(),
  title: z.string(),
  author: z.string().nullable(),
  created_at: z.iso.datetime(),
  excerpt: z.string(),
});
const post = summary.omit({ excerpt: true }).extend({ content: z.string() });

const PAGED = 'A page holds at most 50; `Link: <…>; rel="next"` names the next one.';

export function postRoutes({ db, env }: Services): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    app.get(
      postCalls.posts,
      {
        schema: {
          summary: 'List posts, newest first',
          description: PAGED,
          querystring: pageQuery,
          response: { 200: z.array(summary), ...problems },
        },
      },
      async (request, reply) => {
        const { items, next } = await readSummaries(db, request.query.before);
        linkNext(reply, postCalls.posts, next);
        return items.map(presentSummary);
      },
    );

    app.get(
      `${postCalls.posts}/:id`,
      {
        schema: {
          summary: 'Read a post',
          params: z.object({ id: z.string() }),
          response: { 200: post, ...problems },
        },
      },
      async (request) => presentPost(await readPost(db, request.params.id)),
    );

    app.post(
      postCalls.posts,
      {
        bodyLimit: POST_BODY_MAX,
        config: { rateLimit: writeLimit },
        schema: {
          summary: 'Publish a post, content as HTML',
          body: newPost,
          response: { 201: createdPost, ...problems },
        },
      },
      async (request, reply) => reply.code(201).send(await publishRichText(db, env.POSTING, request.body)),
    );

    app.get(
      postCalls.list,
      {
        schema: {
          summary: 'List posts with their content, newest first',
          description: `${PAGED} A page ends early when its contents are large.`,
          querystring: pageQuery,
          response: { 200: z.array(post), ...problems },
        },
      },
      async (request, reply) => {
        const { items, next } = await readPosts(db, request.query.before);
        linkNext(reply, postCalls.list, next);
        return items.map(presentPost);
      },
    );

    app.post(
      postCalls.add,
      {
        bodyLimit: POST_BODY_MAX,
        config: { rateLimit: writeLimit },
        schema: {
          summary: 'Publish a post, content as plain text',
          body: newPost,
          response: { 201: createdPost, ...problems },
        },
      },
      async (request, reply) => reply.code(201).send(await publishPlainText(db, env.POSTING, request.body)),
    );
    done();
  };
}

/** RFC 8288. */
function linkNext(reply: FastifyReply, path: string, before: number | undefined): void {
  if (before !== undefined) void reply.header('link', `<${path}?before=${before}>; rel="next"`);
}

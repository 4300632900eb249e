/** The blog for programs: feeds and site map. */
import type { FastifyReply } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { postFeeds } from 'shared/contracts/posts';
import { z } from 'zod';
import { tagAnswers } from '../../../http/etag.ts';
import { atomFeed, rssFeed } from './feed-document.ts';
import { sitemapIndex, sitemapPart } from './site-map-document.ts';
import { readFeed, readSitemapPart, sitemapParts } from './feeds.ts';
import { notModified, problems } from '../../../http/schemas.ts';
import type { PublishDependencies } from '../service.ts';

const sitemapQuery = z.object({
  part: z
    .string('part must be a single number.')
    .regex(/^[1-9]\d{0,5}$/, 'part must be the number of a part.')
    .transform(Number)
    .optional()
    .describe('One of the parts that the index names.'),
});

export function feedRoutes({ db, publicUrl }: Pick<PublishDependencies, 'db' | 'publicUrl'>): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    tagAnswers(app);

    app.get(
      postFeeds.rss,
      { schema: { summary: 'The newest posts as RSS 2.0', response: xml('application/rss+xml') } },
      async (_request, reply) => send(reply, 'application/rss+xml', rssFeed(await readFeed(db), publicUrl)),
    );

    app.get(
      postFeeds.atom,
      { schema: { summary: 'The newest posts as Atom', response: xml('application/atom+xml') } },
      async (_request, reply) => send(reply, 'application/atom+xml', atomFeed(await readFeed(db), publicUrl)),
    );

    app.get(
      postFeeds.sitemap,
      {
        schema: {
          summary: 'Addresses of all posts for search engines',
          description: 'Without `part`: an index of the parts.',
          querystring: sitemapQuery,
          response: xml('application/xml'),
        },
      },
      async (request, reply) => {
        const { part } = request.query;
        const document =
          part === undefined
            ? sitemapIndex(await sitemapParts(db), publicUrl)
            : sitemapPart(await readSitemapPart(db, part), publicUrl);
        return send(reply, 'application/xml', document);
      },
    );
    done();
  };
}

function xml(type: string) {
  return {
    200: { description: 'The document.', content: { [type]: { schema: z.string() } } },
    ...notModified,
    ...problems,
  };
}

function send(reply: FastifyReply, type: string, document: string): FastifyReply {
  return reply.type(`${type}; charset=utf-8`).send(document);
}

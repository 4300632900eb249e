/** What search engines ask for first: where they may look, and which pages there are. */
import type { FastifyInstance } from 'fastify';
import { roles } from 'shared/content/roles';
import { href, paths } from 'shared/contracts/paths';
import { postFeeds } from 'shared/contracts/posts';
import { siteMap } from 'shared/node/site-map';

const SITE_MAP = '/sitemap.xml';

/** Pages that can be found, each by the one address that it names as its own. The posts' site map is the API's. */
const pages: readonly string[] = [
  paths.home,
  paths.about,
  paths.services,
  paths.getInTouch,
  paths.contact,
  paths.testimonials,
  paths.faq,
  paths.blogs,
  paths.posts,
  paths.demoItems,
  paths.career,
  ...roles.map(({ slug }) => href(paths.role, { slug })),
  paths.referral,
  paths.privacy,
  paths.cookies,
  paths.disclaimer,
  paths.refund,
  paths.terms,
];

/** @param publicUrl origin of `PUBLIC_URL` */
export async function searchEngineRoutes(app: FastifyInstance, { publicUrl }: { publicUrl: string }): Promise<void> {
  const robots = ['User-agent: *', 'Allow: /', ...[SITE_MAP, postFeeds.sitemap].map((map) => `Sitemap: ${publicUrl}${map}`), ''].join('\n');
  // Without dates: when a page last changed is known to nobody here, and a wrong date is worse than none.
  const map = siteMap(pages.map((path) => ({ path })), publicUrl);
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots));
  app.get(SITE_MAP, (_request, reply) => reply.type('application/xml; charset=utf-8').send(map));
}

/** What search engines request first: where they may look, and which pages exist. Releases provide the answer. */
import type { FastifyInstance } from 'fastify';
import { siteMap } from 'shared/node/site-map';
import { currentReleases } from 'shared/releases/current';
import { allFindable } from 'shared/releases/findable';
import type { RemoteSource } from './remote-source.ts';

const SITE_MAP = '/sitemap.xml';

interface SearchEngineServices {
  remotes: RemoteSource;
  /** Origin of `PUBLIC_URL`. */
  publicUrl: string;
}

export async function searchEngineRoutes(
  app: FastifyInstance,
  { remotes, publicUrl }: SearchEngineServices,
): Promise<void> {
  const findable = async () => allFindable(currentReleases(await remotes.registry()));
  app.get('/robots.txt', async (_request, reply) => {
    const maps = [SITE_MAP, ...(await findable()).siteMaps];
    return reply
      .type('text/plain; charset=utf-8')
      .send(['User-agent: *', 'Allow: /', ...maps.map((map) => `Sitemap: ${publicUrl}${map}`), ''].join('\n'));
  });
  app.get(SITE_MAP, async (_request, reply) => {
    return reply.type('application/xml; charset=utf-8').send(siteMap((await findable()).pages, publicUrl));
  });
}

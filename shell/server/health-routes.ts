/** Health checks for the process manager, for the proxy in front, and for monitoring. */
import type { FastifyInstance } from 'fastify';
import { apiState } from './api-calls/api-state.ts';
import type { Pages } from './pages.ts';
import type { RemoteSource } from './remote-source.ts';

interface HealthServices {
  pages: Pick<Pages, 'state'>;
  remotes: Pick<RemoteSource, 'registry'>;
  /** Where the API is. */
  apiUrl: string;
}

export async function healthRoutes(app: FastifyInstance, { pages, remotes, apiUrl }: HealthServices): Promise<void> {
  const api = apiState(apiUrl);
  app.get('/healthz', () => ({ status: 'alive' }));

  // The API's state is reported but does not count: if the API were away, every shell would be taken out at the same
  // moment, and with them the pages that need no API.
  app.get('/readyz', async (_request, reply) => {
    const [registry, state] = await Promise.all([remotes.registry(), api()]);
    const states = pages.state(registry);
    const isReady = Object.keys(states).length > 0;
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'nothing is released', api: state, remotes: states });
  });
}

/** The thread in which a release is examined, as confined as the one in which it will render. */
import { parentPort, workerData } from 'node:worker_threads';
import { confine } from '../../shared/releases/confinement.ts';
import { flattenRoutes, type PageRoute } from '../../shared/releases/flatten-routes.ts';
import { evaluateServerBundle } from '../../shared/releases/server-bundle.ts';

/** What it answers. */
export type BundleAnswer = { pages: PageRoute[] } | { error: string };

const port = parentPort!;
const { key, source } = workerData as { key: string; source: string };
const tell = (answer: BundleAnswer): void => port.postMessage(answer);

confine(() => {});
try {
  const { routes } = await evaluateServerBundle(key, source);
  tell({ pages: flattenRoutes(routes).map(({ id, path, handle }) => ({ id, path, handle: plain(handle) })) });
} catch (error) {
  tell({ error: String(error) });
}

/** The parts of a route's handle that releases record; the rest may be of a kind that cannot be sent. */
function plain({ find, search, session, isSecret }: PageRoute['handle']): PageRoute['handle'] {
  return {
    ...(find === undefined ? {} : { find }),
    ...(search && { search }),
    ...(session && { session }),
    ...(isSecret && { isSecret }),
  };
}

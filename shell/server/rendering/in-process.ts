/** Renders in this process, from routes that are loaded already: for development, where they come from sources. */
import type { RouteObject } from 'react-router-dom';
import type * as EntryServer from '../../src/entry-server.tsx';
import { LatePage, requestOf, responseOf, type NamedRelease, type PageJob, type Renderer } from './renderer.ts';

interface Sources {
  /** The shell's entry, from its current sources. */
  entry: () => Promise<typeof EntryServer>;
  routes: (name: string, version: string) => Promise<RouteObject[]>;
}

export function inProcessRenderer({ entry, routes }: Sources): Renderer {
  return {
    capacity: Number.POSITIVE_INFINITY,
    state: () => ({ readiness: 'ready', fault: null }),
    ready: () => Promise.resolve(),
    warm: () => Promise.resolve(),
    close: () => Promise.resolve(),
    async render({ name, entry: { metadata } }: NamedRelease, { signal, ...job }: PageJob) {
      const rendering = (async () => {
        const { renderPage } = await entry();
        const rendered = await renderPage({
          request: requestOf(job.url.href, job.form, signal),
          remote: { name, version: metadata.version, routes: await routes(name, metadata.version) },
          shellData: job.shellData,
          loaderContext: job.loaderContext,
        });
        return rendered instanceof Response ? responseOf(rendered) : rendered;
      })();
      const { promise: late, reject } = Promise.withResolvers<never>();
      // Loaders that ignore their signal must not keep the visitor waiting either.
      const abort = (): void => reject(new LatePage(true));
      signal.addEventListener('abort', abort, { once: true });
      rendering.catch(() => {});
      return await Promise.race([rendering, late]).finally(() => signal.removeEventListener('abort', abort));
    },
  };
}

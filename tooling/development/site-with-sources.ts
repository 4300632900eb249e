/** A running site with some remotes from their sources here, and all others as they are released there. */
import type { IncomingMessage } from 'node:http';
import type { RegistryEntry } from '../../shared/contracts/registry.ts';
import type { RemoteSource } from '../../shell/server/remote-source.ts';
import type { ReleasedRemotes } from '../../shell/server/releases/released-remotes.ts';
import type { NamedRelease, Renderer } from '../../shell/server/rendering/renderer.ts';
import { VERSION, type SourceRemotes } from './source-remotes.ts';

const isFromSources = ({ metadata }: RegistryEntry): boolean => metadata.version === VERSION;

/** Sources replace the release of the same name. */
export function withSources(sources: SourceRemotes, released: ReleasedRemotes): RemoteSource {
  return {
    async registry() {
      const [here, there] = await Promise.all([sources.registry(), released.registry()]);
      return { ...there, microFrontends: { ...there.microFrontends, ...here.microFrontends } };
    },
    release: (entry) => (isFromSources(entry) ? sources : released).release(entry),
    file: (name, version, file) => released.file(name, version, file),
  };
}

/** Sources render in this process, where their mistakes are seen; releases as they do in production. */
export function rendererOfBoth(ofSources: Renderer, ofReleases: Renderer): Renderer {
  const of = ({ entry }: NamedRelease): Renderer => (isFromSources(entry) ? ofSources : ofReleases);
  return {
    capacity: ofReleases.capacity,
    state: (release) => of(release).state(release),
    ready: (release, patienceMs) => of(release).ready(release, patienceMs),
    warm: (release, patienceMs) => of(release).warm(release, patienceMs),
    render: (release, job) => of(release).render(release, job),
    async close() {
      await Promise.all([ofSources.close(), ofReleases.close()]);
    },
  };
}

/** The running site accepts only what its own pages send, which here includes the pages shown here. */
export function asFromSite(
  { headers }: IncomingMessage,
  { PORT, PUBLIC_URL }: { PORT: number; PUBLIC_URL: string },
): void {
  const here = [`http://localhost:${PORT}`, `http://127.0.0.1:${PORT}`];
  if (headers.origin !== undefined && here.includes(headers.origin)) headers.origin = PUBLIC_URL;
}

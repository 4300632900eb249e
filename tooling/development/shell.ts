/**
 * The site in development: the production server on the remotes' and the shell's sources, with hot reload across
 * federation. Part of `npm run dev`. Policy, releases and compressed files are production's business (decision 051).
 *
 * Given the name of a remote, it takes that one alone from sources; `SITE_URL` and `RELEASES_URL` name the running site
 * that everything else comes from (decision 071).
 */
import path from 'node:path';
import { company } from '../../shared/content/company.ts';
import { EnvError } from '../../shared/node/env.ts';
import { installationSecret } from '../../shared/node/installation-secret.ts';
import { serve } from '../../shared/node/http/serve.ts';
import { buildApp } from '../../shell/server/app.ts';
import { readShellEnv, type Env } from '../../shell/server/env.ts';
import { releasedRemotes } from '../../shell/server/releases/released-remotes.ts';
import { openStore } from '../../shared/release-store/reading-store.ts';
import { inProcessRenderer } from '../../shell/server/rendering/in-process.ts';
import { ReleaseThreads } from '../../shell/server/rendering/release-threads.ts';
import type { RenderLog } from '../../shell/server/rendering/renderer.ts';
import { loadShellBuild } from '../../shell/server/build.ts';
import { devPorts } from '../workspace/dev-ports.ts';
import { remotes as allRemotes } from '../workspace/remotes.ts';
import { repositoryRoot } from '../workspace/root.ts';
import { showingFailures } from './failures.ts';
import { readableLog } from './readable-log.ts';
import { asFromSite, rendererOfBoth, withSources } from './site-with-sources.ts';
import { followChanges } from './source-changes.ts';
import { sourceRemotes } from './source-remotes.ts';
import { viteDocuments } from './vite-documents.ts';

/** In milliseconds. They are long because sources are compiled when they are first asked for. */
const DEADLINES = { page: 60_000, form: 60_000 };

try {
  await main();
} catch (error) {
  console.error(error instanceof EnvError ? error.message : error);
  process.exit(1);
}

async function main(): Promise<void> {
  const [workedOn] = process.argv.slice(2);
  const { SITE_URL } = process.env;
  const env = readShellEnv({
    LOG_LEVEL: 'warn',
    ...process.env,
    NODE_ENV: 'development',
    // Pages say that they are the site's own, and what they send goes there.
    ...(SITE_URL && { PUBLIC_URL: SITE_URL, API_URL: SITE_URL }),
  });
  const secret = installationSecret(env);
  const sources = await sourceRemotes(workedOn === undefined ? allRemotes.map(({ name }) => name) : [workedOn]);
  const documents = viteDocuments([...sources.servers.values()], devPorts(), (request) => {
    if (SITE_URL) asFromSite(request, env);
  });
  const ofSources = showingFailures(
    inProcessRenderer({ entry: () => documents.entry(), routes: (name) => sources.routes(name) }),
    {
      servers: (name) => [sources.servers.get(name)!, ...documents.servers()],
      check(pathname) {
        const conflict = sources.conflict(pathname);
        if (conflict) throw Object.assign(new Error(conflict), { stack: '' });
      },
    },
  );
  const site = SITE_URL ? await runningSite(env) : undefined;
  const app = await buildApp(env, secret, {
    remotes: site ? withSources(sources, site.released) : sources,
    documents,
    renderer: (log) => (site ? rendererOfBoth(ofSources, site.renderer(log)) : ofSources),
    deadlines: DEADLINES,
    log: readableLog,
  });
  // From `watched.ts`. Listening to it must not keep this program running.
  process.on('message', () => documents.endSoon());
  process.channel?.unref();
  const port = await serve(app, {
    name: 'The site',
    host: env.HOST,
    port: env.PORT,
    portVariable: 'PORT',
    onStop: () => documents.hangUp(),
  });
  await sources.registry();
  const conflict = sources.conflict();
  if (conflict) console.error(conflict);
  followChanges(sources, documents.tabs);
  const what = SITE_URL ? `${SITE_URL} with ${workedOn} from its sources` : 'The site in development';
  console.log(`${what}: http://localhost:${port}`);
}

/** All other remotes, as they are released for the running site. */
async function runningSite({ RELEASES_URL, DATA_DIR, RENDER_THREADS, RENDER_THREAD_MB, PUBLIC_URL }: Env) {
  const released = releasedRemotes(openStore(RELEASES_URL, path.join(DATA_DIR, 'mirror'), console.error));
  const { entryUrl } = await loadShellBuild(path.join(repositoryRoot, 'shell/dist'));
  const settings = {
    threads: RENDER_THREADS,
    memoryMb: RENDER_THREAD_MB,
    nodeEnv: 'production' as const,
    entry: entryUrl,
    shellData: { company, session: { status: 'anonymous' as const }, origin: PUBLIC_URL },
  };
  return { released, renderer: (log: RenderLog) => new ReleaseThreads(released, settings, log) };
}

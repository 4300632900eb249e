/** The shell's HTTP server: pages, its own assets, releases, the registry, and the way to the API. */
import path from 'node:path';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { CompositionDocument, Registry, RegistryEntry } from 'shared/contracts/registry';
import type { ArrivalLimits } from 'shared/node/http/arrival';
import { type ChosenReleases, currentReleases, knownRelease } from 'shared/releases/current';
import type { InstallationSecret } from 'shared/node/installation-secret';
import { apiHop } from './api-calls/api-hop.ts';
import { apiProxy } from './api-calls/api-proxy.ts';
import { wholeComposition } from './documents/composition-document.ts';
import type { Env } from './env.ts';
import { A_DAY, fileRoutes, IMMUTABLE } from './file-routes.ts';
import { healthRoutes } from './health-routes.ts';
import { createHttpApp } from './http-app.ts';
import { KeptPages } from './kept-pages/kept-pages.ts';
import { licenceRoutes } from './licences.ts';
import { watchReleases } from './observed/watch.ts';
import { overrideRoutes } from './overrides/override-routes.ts';
import { entryUrl, knowingOverrides, originsOf, overrideOf } from './overrides/overrides.ts';
import { pageRoutes } from './page-routes.ts';
import { Pages } from './pages.ts';
import { sendProblem } from './problem.ts';
import { prepareReleases } from './rendering/prepare-releases.ts';
import { searchEngineRoutes } from './search-engines.ts';
import type { SiteParts } from './site-parts.ts';
import { trialRoutes } from './trial-routes.ts';
import { wellKnownRoutes } from './well-known.ts';

const MEGABYTE = 1024 * 1024;
/** Images are shown on other sites' pages, too, beside links to this one. */
const IMAGE = /\.(png|jpg|webp|svg)(\.br|\.gz)?$/;
/** Pages that are not kept are compressed for every request, so less thoroughly than files, which are done once. */
const PAGE_BROTLI_QUALITY = 5;

/**
 * @param secret the installation's secret, which the API knows too
 * @param arrival how long requests may take to arrive; shorter in tests
 */
export async function buildApp(
  env: Env,
  secret: InstallationSecret,
  parts: SiteParts,
  arrival?: ArrivalLimits,
): Promise<FastifyInstance> {
  const { documents, log } = parts;
  // On sources, remotes come from development servers anyway.
  const overrides = env.DEV_OVERRIDES === 'on' && !documents.changes;
  const remotes = overrides ? knowingOverrides(parts.remotes) : parts.remotes;
  const hop = apiHop(env.API_URL, secret);

  const app = createHttpApp(env, arrival, log);
  const renderer = parts.renderer(app.log);
  app.addHook('onClose', () => renderer.close());
  if (overrides)
    app.log.warn('DEV_OVERRIDES is on: browsers may take remotes from development servers on their own machines.');
  const pages = new Pages({ ...parts, remotes, observeSample: env.OBSERVE_SAMPLE }, renderer);
  // In development, sources are compiled only when they are first asked for.
  if (!documents.changes) app.addHook('onReady', () => prepareReleases({ remotes, renderer }));
  await documents.attach?.(app);
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    // No browser sends compressed forms; the API decides about its own requests.
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: PAGE_BROTLI_QUALITY } },
  });
  await app.register(staticFiles, {
    root: path.join(documents.clientDirectory, 'assets'),
    serve: false,
    // In development the folder does not exist: Vite serves the shell's files.
    suppressWarning: true,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      if (IMAGE.test(file)) reply.header('cross-origin-resource-policy', 'cross-origin');
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', IMMUTABLE);
    },
  });
  // Documents name the first; browsers that cannot draw it, and phones whose home screen it goes to, know the others.
  for (const icon of ['favicon.svg', 'favicon.ico', 'apple-touch-icon.png']) {
    app.get(`/${icon}`, { compress: false }, (_request, reply) => {
      return reply.header('cache-control', A_DAY).sendFile(icon, documents.clientDirectory);
    });
  }

  await app.register(searchEngineRoutes, { remotes, publicUrl: env.PUBLIC_URL });
  await app.register(wellKnownRoutes, { publicUrl: env.PUBLIC_URL });
  await app.register(licenceRoutes, { remotes, clientDirectory: documents.clientDirectory });

  await app.register(healthRoutes, { pages, remotes, apiUrl: env.API_URL });

  app.get('/registry.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(await remotes.registry()),
  );
  app.get('/composition.json', async (request, reply) => {
    const named = (registry: Registry | undefined) =>
      registry && namedReleases(registry, request.query as Record<string, unknown>, overrides && env);
    const chosen = named(await remotes.registry()) ?? named(await remotes.newerRegistry?.());
    if (!chosen) {
      // Another instance may know it, and so may this one soon: a cache must not remember that.
      return sendProblem(request, reply.header('cache-control', 'no-store'), {
        status: 404,
        code: 'not-found',
        detail: 'This composition is no longer available.',
      });
    }
    const { isComplete, ...document } = await wholeComposition(remotes, chosen);
    return reply
      .header('cache-control', isComplete && originsOf(chosen).length === 0 ? IMMUTABLE : 'no-store')
      .send(document satisfies CompositionDocument);
  });
  await app.register(fileRoutes, {
    remotes,
    assets: path.join(documents.clientDirectory, 'assets'),
    copies: parts.copies,
    earlierBuilds: parts.earlierBuilds ?? [],
  });

  const keptPages = new KeptPages({
    pages,
    remotes,
    hop,
    publicUrl: env.PUBLIC_URL,
    maxBytes: documents.changes ? 0 : env.KEPT_PAGES_MB * MEGABYTE,
    reports: env.OBSERVE_SAMPLE > 0,
    ...(env.CDN_FRESH_S > 0 && { cdn: { fresh: env.CDN_FRESH_S, stale: env.CDN_STALE_S } }),
  });
  keptPages.followWrites(app);
  const observed = await watchReleases(app, env, { remotes, isReleased: !documents.changes });
  await app.register(apiProxy, { hop });
  await app.register(trialRoutes, { remotes, secret, publicUrl: env.PUBLIC_URL });
  if (overrides) await app.register(overrideRoutes, { remotes, publicUrl: env.PUBLIC_URL });
  const publicUrl = env.PUBLIC_URL;
  const { laterRules } = documents;
  await app.register(pageRoutes, {
    pages,
    keptPages,
    laterRules,
    remotes,
    hop,
    secret,
    publicUrl,
    overrides,
    observed,
  });

  return app;
}

/**
 * The releases that a URL chooses: `?mf-blog=<version>&…`. Undefined when one of them is not in the registry.
 * @param overriding set where an override may take the place of a version
 */
function namedReleases(
  registry: Registry,
  choice: Record<string, unknown>,
  overriding: Pick<Env, 'PUBLIC_URL'> | false,
): ChosenReleases | undefined {
  const current = currentReleases(registry);
  const chosen = new Map<string, RegistryEntry>();
  for (const [name, version] of Object.entries(choice)) {
    const url = overriding ? entryUrl(String(version), overriding.PUBLIC_URL) : undefined;
    const overridden = url === undefined ? undefined : current.get(name);
    const entry = overridden ? overrideOf(overridden, url!) : knownRelease(registry, name, String(version));
    if (!entry) return undefined;
    chosen.set(name, entry);
  }
  return chosen;
}

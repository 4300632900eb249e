/** The shell's HTTP server: pages, its own assets, releases, the registry, and the way to the API. */
import path from 'node:path';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { CompositionDocument } from 'shared/contracts/registry';
import type { ArrivalLimits } from 'shared/node/arrival';
import { composedRemote, moduleIntegrity } from 'shared/releases/composition';
import { currentReleases, knownRelease } from 'shared/releases/current';
import { apiHop } from './api-hop.ts';
import { apiProxy } from './api-proxy.ts';
import type { Env } from './env.ts';
import { createHttpApp } from './http-app.ts';
import { pageRoutes } from './page-routes.ts';
import { Pages } from './pages.ts';
import { sendProblem } from './problem.ts';
import type { RemoteSource } from './remote-source.ts';
import { searchEngineRoutes } from './search-engines.ts';
import type { SiteParts } from './site-parts.ts';
import { wellKnownRoutes } from './well-known.ts';

/** Releases and assets never change under their address. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** The icon changes, but its address does not. */
const A_DAY = 'public, max-age=86400';
/** Shown on other sites' pages too, beside links to this one. */
const PICTURE = /\.(png|jpg|webp|svg)(\.br|\.gz)?$/;
/** Pages are compressed for every request, so not as hard as files are once. */
const PAGE_BROTLI_QUALITY = 5;

/**
 * @param secret the installation's secret, which the API knows too
 * @param arrival how long requests may take to arrive; shorter in tests
 */
export async function buildApp(
  env: Env,
  secret: string,
  parts: SiteParts,
  arrival?: ArrivalLimits,
): Promise<FastifyInstance> {
  const { remotes, documents, log } = parts;
  const pages = new Pages(parts);
  const hop = apiHop(env.API_URL, secret);

  const app = createHttpApp(env, arrival, log);
  await documents.attach?.(app);
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    // Nobody sends compressed forms; the API decides about its own.
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: PAGE_BROTLI_QUALITY } },
  });
  await app.register(staticFiles, {
    root: path.join(documents.clientDirectory, 'assets'),
    prefix: '/assets/',
    // In development the folder is not there: Vite has the shell's files.
    suppressWarning: true,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      if (PICTURE.test(file)) reply.header('cross-origin-resource-policy', 'cross-origin');
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', IMMUTABLE);
    },
  });
  app.get('/favicon.svg', { compress: false }, (_request, reply) => {
    return reply.header('cache-control', A_DAY).sendFile('favicon.svg', documents.clientDirectory);
  });

  await app.register(searchEngineRoutes, { remotes, publicUrl: env.PUBLIC_URL });
  await app.register(wellKnownRoutes, { publicUrl: env.PUBLIC_URL });

  app.get('/healthz', { logLevel: 'warn' }, () => ({ status: 'alive' }));
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const names = [...currentReleases(await remotes.registry()).keys()];
    return reply
      .code(names.length > 0 ? 200 : 503)
      .send({ status: names.length > 0 ? 'ready' : 'nothing is released', remotes: names });
  });

  app.get('/registry.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(await remotes.registry()),
  );
  app.get('/composition.json', async (request, reply) => {
    const document = await compositionDocument(remotes, request.query as Record<string, unknown>);
    if (!document)
      return sendProblem(request, reply, {
        status: 404,
        code: 'not-found',
        detail: 'This composition is no longer available.',
      });
    return reply.header('cache-control', IMMUTABLE).send(document);
  });
  app.get<{ Params: { name: string; version: string; '*': string } }>(
    '/remotes/:name/:version/*',
    { compress: false },
    async (request, reply) => {
      const { name, version, '*': file } = request.params;
      const local = await remotes.file(name, version, file).catch((error: unknown) => {
        request.log.error({ err: error, remote: name, release: version }, 'a released file cannot be served');
        return null;
      });
      if (local === null)
        return sendProblem(request, reply, {
          status: 503,
          code: 'release-unavailable',
          detail: 'This file cannot be had at the moment.',
        });
      if (local === undefined)
        return sendProblem(request, reply, { status: 404, code: 'not-found', detail: 'This file was not released.' });
      return reply.sendFile(path.basename(local), path.dirname(local));
    },
  );

  await app.register(apiProxy, { hop });
  await app.register(pageRoutes, { pages, hop, publicUrl: env.PUBLIC_URL, policies: documents.policies });

  return app;
}

/** All remotes of a composition: `?mf-blog=<version>&…`. Undefined when one of them is not in the registry. */
async function compositionDocument(
  remotes: RemoteSource,
  choice: Record<string, unknown>,
): Promise<CompositionDocument | undefined> {
  const registry = await remotes.registry();
  const document: CompositionDocument = { remotes: {}, integrity: {} };
  for (const [name, version] of Object.entries(choice)) {
    const entry = knownRelease(registry, name, String(version));
    if (!entry) return undefined;
    document.remotes[name] = composedRemote(name, entry);
    // A release whose files are gone fails when somebody goes there, not for everybody else.
    const release = await remotes.release(entry).catch(() => undefined);
    if (release) Object.assign(document.integrity, moduleIntegrity(release));
  }
  return document;
}

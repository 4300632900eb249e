/** The shell's HTTP server: pages, its own assets, releases, the registry, and the way to the API. */
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import proxy from '@fastify/http-proxy';
import staticFiles from '@fastify/static';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { CompositionDocument } from 'shared/contracts/registry';
import { loginFor, paths } from 'shared/contracts/paths';
import { prefersHtml } from 'shared/node/accept';
import { HOP_ADDRESS_HEADER, HOP_TOKEN_HEADER } from 'shared/node/hop';
import { hasBody, readRestOfBody } from 'shared/node/rest-of-body';
import { composedRemote, moduleIntegrity } from 'shared/releases/composition';
import { currentReleases, knownRelease } from 'shared/releases/current';
import { apiHop } from './api-hop.ts';
import type { Env } from './env.ts';
import { NOTHING_HERE, pageRoutes } from './page-routes.ts';
import { Pages } from './pages.ts';
import { sendProblem, type ShellProblem } from './problem.ts';
import type { RemoteSource } from './remote-source.ts';
import { StoreError } from './releases/store.ts';
import { searchEngineRoutes } from './search-engines.ts';
import { fixedHeaders } from './security-headers.ts';
import type { SiteParts } from './site-parts.ts';

/** Releases and assets never change under their address. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Pages are compressed for every request, so not as hard as files are once. */
const PAGE_BROTLI_QUALITY = 5;

/** @param secret the installation's secret, which the API knows too */
export async function buildApp(env: Env, secret: string, parts: SiteParts): Promise<FastifyInstance> {
  const { remotes, documents } = parts;
  const pages = new Pages(parts);
  const hop = apiHop(env.API_URL, secret);

  const app = Fastify({
    logger: { level: env.LOG_LEVEL, base: { service: 'shell' }, serializers: { req: requestForLog }, ...(parts.log && { stream: parts.log }) },
    return503OnClosing: false,
    trustProxy: env.TRUST_PROXY ?? false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 500 },
  });

  readRestOfBody(app);
  const headers = fixedHeaders(env.PUBLIC_URL);
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value);
  });

  app.setNotFoundHandler((request, reply) => {
    if (['GET', 'HEAD'].includes(request.method)) return sendProblem(request, reply, { status: 404, code: 'not-found', detail: NOTHING_HERE });
    reply.header('allow', 'GET, HEAD, POST');
    return sendProblem(request, reply, { status: 405, code: 'method-not-allowed', detail: 'Pages are read with GET and take forms with POST.' });
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? (error instanceof StoreError ? 503 : 500);
    if (status < 500) return sendProblem(request, reply, refusals[status] ?? { status, code: 'malformed-request', detail: error.message });
    request.log.error({ err: error }, 'request failed');
    return sendProblem(request, reply, { status, code: 'unavailable', detail: 'The site could not answer. Please try again in a moment.' });
  });

  await documents.attach?.(app);
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: PAGE_BROTLI_QUALITY } },
  });
  await app.register(staticFiles, {
    root: path.join(documents.clientDirectory, 'assets'),
    prefix: '/assets/',
    // In development the folder is not there: Vite has the shell's files.
    suppressWarning: true,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', IMMUTABLE),
  });
  app.get('/favicon.svg', { compress: false }, (_request, reply) => {
    return reply.header('cache-control', 'public, max-age=86400').sendFile('favicon.svg', documents.clientDirectory);
  });

  await app.register(searchEngineRoutes, { remotes, publicUrl: env.PUBLIC_URL });

  app.get('/healthz', { logLevel: 'warn' }, () => ({ status: 'alive' }));
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const names = [...currentReleases(await remotes.registry()).keys()];
    return reply.code(names.length > 0 ? 200 : 503).send({ status: names.length > 0 ? 'ready' : 'nothing is released', remotes: names });
  });

  app.get('/registry.json', async (_request, reply) => reply.header('cache-control', 'no-cache').send(await remotes.registry()));
  app.get('/composition.json', async (request, reply) => {
    const document = await compositionDocument(remotes, request.query as Record<string, unknown>);
    if (!document) return sendProblem(request, reply, { status: 404, code: 'not-found', detail: 'This composition is not available any more.' });
    return reply.header('cache-control', IMMUTABLE).send(document);
  });
  app.get<{ Params: { name: string; version: string; '*': string } }>(
    '/remotes/:name/:version/*',
    { compress: false },
    async (request, reply) => {
      const { name, version, '*': file } = request.params;
      const local = await remotes.file(name, version, file);
      if (!local) return sendProblem(request, reply, { status: 404, code: 'not-found', detail: 'This file was not released.' });
      return reply.sendFile(path.basename(local), path.dirname(local));
    },
  );

  await app.register(async (api) => {
    api.addHook('preParsing', ({ raw }, _reply, body, done) => done(null, hasBody(raw) ? copyOfBody(raw) : body));
    for (const prefix of ['/api', '/auth']) {
      await api.register(proxy, {
        upstream: env.API_URL,
        prefix,
        rewritePrefix: prefix,
        replyOptions: {
          rewriteRequestHeaders: (request, given) => {
            const { [HOP_TOKEN_HEADER]: _token, [HOP_ADDRESS_HEADER]: _address, ...visitors } = given;
            return { ...visitors, ...hop.headersFor((request as FastifyRequest).ip) };
          },
          onError: (reply, { error }) => {
            reply.log.error({ err: error }, 'the API cannot be reached');
            // Browsers go to these addresses themselves: to the provider, with a mailed link, to log out. They end on a page.
            if (prefix === '/auth') return void reply.header('cache-control', 'no-store').redirect(loginFor(paths.home, 'unreachable'), 303);
            void sendProblem(reply.request as FastifyRequest, reply as FastifyReply, { status: 503, code: 'api-unreachable', detail: awayFor(reply.request as FastifyRequest) });
          },
        },
      });
    }
  });

  await app.register(pageRoutes, { pages, hop, publicUrl: env.PUBLIC_URL, policies: documents.policies });

  return app;
}

/** The client that calls the API destroys a body that it cannot deliver, which must not be the visitor's connection. */
function copyOfBody(body: IncomingMessage): PassThrough {
  const copy = new PassThrough();
  body.once('close', () => body.complete || copy.destroy());
  return body.pipe(copy);
}

/** Without the query: mailed links and the identity provider put secrets there. */
function requestForLog({ method, url, ip }: FastifyRequest) {
  return { method, path: url.split('?', 1)[0], ip };
}

const API_AWAY = 'The service is not reachable at the moment. Please try again shortly.';

/** A form that a browser sent here itself, as only one with a file is, has left its page. */
function awayFor({ method, headers }: FastifyRequest): string {
  return method === 'POST' && prefersHtml(headers.accept) ? `${API_AWAY} Your browser's way back leads to what you typed.` : API_AWAY;
}

const refusals: Record<number, ShellProblem> = {
  413: { status: 413, code: 'body-too-large', detail: 'What was sent is too large. Shorten it, then send again.' },
  415: { status: 415, code: 'unsupported-media-type', detail: 'Forms are sent as application/x-www-form-urlencoded.' },
};

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

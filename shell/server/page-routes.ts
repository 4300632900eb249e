/** Pages over HTTP: read with GET, and sent forms by browsers that run no script. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { company } from 'shared/content/company';
import { isReserved } from 'shared/releases/ownership';
import type { Session } from 'shared/contracts/shell';
import { crossSiteDetail, isCrossSite } from 'shared/node/http/same-origin';
import type { InstallationSecret } from 'shared/node/installation-secret';
import { loaderContextFor, type ApiHop } from './api-calls/api-hop.ts';
import { IMMUTABLE } from './file-routes.ts';
import { encodingFor } from './kept-pages/encodings.ts';
import { KeptPage } from './kept-pages/kept-page.ts';
import type { KeptPages } from './kept-pages/kept-pages.ts';
import { LATER_RULES_PATH, type LaterRules } from './documents/later-rules.ts';
import type { Observed } from './observed/observed.ts';
import type { PageAnswer, Pages } from './pages.ts';
import { NOTHING_HERE, sendProblem } from './problem.ts';
import type { RemoteSource } from './remote-source.ts';
import { sessionOf } from './api-calls/session.ts';
import { releasesFor, type VisitorReleases } from './visitor-releases.ts';

/** Largest form, in bytes. A longer article needs script (decision 023). */
const FORM_MAX_BYTES = 64 * 1024;
const FORM_TYPE = 'application/x-www-form-urlencoded';

interface PageServices {
  pages: Pages;
  keptPages: KeptPages;
  laterRules?: LaterRules | undefined;
  remotes: RemoteSource;
  hop: ApiHop;
  /** The installation's secret. */
  secret: InstallationSecret;
  /** Origin of `PUBLIC_URL`. */
  publicUrl: string;
  /** Whether browsers may override remotes (`DEV_OVERRIDES`). */
  overrides?: boolean;
  /** Counts what visitors were shown. */
  observed?: Pick<Observed, 'viewed' | 'failed'>;
}

export async function pageRoutes(
  app: FastifyInstance,
  { pages, keptPages, laterRules, remotes, hop, secret, publicUrl, overrides = false, observed }: PageServices,
): Promise<void> {
  // Forms are passed on unchanged: only the page that they are sent to knows what the fields mean.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'string', bodyLimit: FORM_MAX_BYTES }, (_request, body, done) =>
    done(null, body),
  );

  app.get('/*', (request, reply) => answer(request, reply));

  app.post('/*', (request, reply) => {
    if (isCrossSite('POST', request.headers.origin, publicUrl)) {
      return sendProblem(request, reply, {
        status: 403,
        code: 'cross-site-request',
        detail: crossSiteDetail(publicUrl),
      });
    }
    return answer(request, reply, typeof request.body === 'string' ? request.body : '');
  });

  app.get<{ Params: { name: string }; Querystring: { of?: string } }>(
    `${LATER_RULES_PATH}:name`,
    { compress: false },
    async (request, reply) => {
      const { name } = request.params;
      if (!laterRules?.file(name)) await makeAgain(request, String(request.query.of));
      const file = laterRules?.file(name);
      if (!file) {
        reply.header('cache-control', 'no-store');
        return sendProblem(request, reply, { status: 404, code: 'not-found', detail: 'No page has these rules.' });
      }
      const encoding = encodingFor(request.headers['accept-encoding']);
      if (encoding) reply.header('content-encoding', encoding);
      return reply
        .headers({ 'cache-control': IMMUTABLE, vary: 'accept-encoding' })
        .type('text/css; charset=utf-8')
        .send(await file.as(encoding));
    },
  );

  /** Makes the page whose rules are asked for: it was made by another shell, or by this one before it was restarted. */
  async function makeAgain(request: FastifyRequest, path: string): Promise<void> {
    const url = path.startsWith('/') ? new URL(publicUrl + path) : undefined;
    if (!url || isReserved(url.pathname)) return;
    const releases = await releasesFor(request, { remotes, secret, publicUrl, overrides });
    // A kept page was made here, and so were its rules; so made-up names cost no rendering each.
    if (!(await keptPages.of(request, url, releases))) await make(request, url, releases);
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, form?: string): Promise<FastifyReply> {
    const url = new URL(publicUrl + request.url);
    if (isReserved(url.pathname))
      return sendProblem(request, reply, { status: 404, code: 'not-found', detail: NOTHING_HERE });
    const releases = await releasesFor(request, { remotes, secret, publicUrl, overrides });
    const { keptBy, trial, cookies } = releases;
    if (cookies.length > 0) reply.header('set-cookie', cookies);
    const kept = form === undefined ? await keptPages.of(request, url, releases) : undefined;
    if (kept instanceof KeptPage) {
      if (kept.release) count({ release: kept.release, failed: [] }, request, reply);
      return keptPages.send(kept, { request, reply, isShared: keptBy === 'all' });
    }
    if (kept) {
      count(kept, request, reply);
      return send(reply, kept, keptBy);
    }
    const { page, session } = await make(request, url, releases, form);
    count(page, request, reply);
    if (page.status === 405) {
      return sendProblem(request, reply.header('allow', 'GET, HEAD'), {
        status: 405,
        code: 'method-not-allowed',
        detail: 'This page does not accept forms.',
      });
    }
    const isPersonal = session.status === 'signed-in';
    if (isPersonal && !trial) page.headers['cache-control'] = 'no-store';
    return send(reply, page, keptBy);
  }

  /** Makes the page for this visitor. */
  async function make(
    request: FastifyRequest,
    url: URL,
    { registry, choice, trial }: VisitorReleases,
    form?: string,
  ): Promise<{ page: PageAnswer; session: Session }> {
    const visitor = { ip: request.ip, id: request.id, headers: request.headers };
    const session = sessionOf(visitor, { hop, publicUrl, log: request.log });
    const page = await pages.render({
      url,
      form,
      // Not awaited: the page's own loaders need not wait for the session.
      shellData: session.then((known) => ({ company, session: known, origin: publicUrl, ...(trial && { trial }) })),
      // A page may answer a form that was accepted with an error: the link that hides a post is used up by it.
      loaderContext: loaderContextFor(hop, visitor, () => keptPages.noteWrite()),
      registry,
      choice,
      log: request.log,
    });
    return { page, session: await session };
  }

  /** Releases that failed count as viewed as well: they were asked for the page, too. */
  function count(
    { release, failed }: Pick<PageAnswer, 'release' | 'failed'>,
    { ip, method }: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (release) Object.assign(reply, { madeBy: release, pagePattern: release.pattern });
    if (!observed || method === 'HEAD') return;
    for (const each of failed) {
      observed.viewed(each, ip);
      observed.failed(each, 'server', ip);
    }
    if (release) observed.viewed(release, ip);
  }
}

/** A page of a split may be kept by the visitor's browser only, and a page of a trial by nobody. */
function send(reply: FastifyReply, page: PageAnswer, keptBy: VisitorReleases['keptBy']): FastifyReply {
  reply.code(page.status).headers(page.headers);
  if (keptBy === 'nobody') reply.header('cache-control', 'private, no-store');
  else if (keptBy === 'browser' && page.headers['cache-control'] === 'no-cache')
    reply.header('cache-control', 'private, no-cache');
  return reply.type('text/html; charset=utf-8').send(page.html);
}

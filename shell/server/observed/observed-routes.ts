/** Receives browsers' reports about failures, page speed, and what a policy blocked. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { OBSERVED_PATH, type BrowserReport } from 'shared/contracts/observed';
import type { Registry, RegistryEntry } from 'shared/contracts/registry';
import { RefusedRequest } from 'shared/node/http/refused-request';
import { crossSiteDetail, isCrossSite } from 'shared/node/http/same-origin';
import { compositionOf, ownershipOf } from 'shared/releases/composition';
import { currentReleases, knownRelease } from 'shared/releases/current';
import { ownerOf, patternOf } from 'shared/releases/ownership';
import { reportRefused } from '../measured.ts';
import { sendProblem } from '../problem.ts';
import type { RemoteSource } from '../remote-source.ts';
import { FailureLog } from './failure-log.ts';
import type { Observed } from './observed.ts';
import { ReportLimit } from './report-limit.ts';
import { readBrowserReport, readPolicyReports, type PolicyReport } from './reports.ts';

/** Largest report of the site's own script, in bytes. */
const REPORT_MAX_BYTES = 4 * 1024;
/** Largest batch of reports by the browser itself, in bytes: each report in it carries the whole policy. */
const BATCH_MAX_BYTES = 64 * 1024;
const OWN_TYPE = 'application/json';
const POLICY_TYPES = ['application/csp-report', 'application/reports+json'];
const WRONG_TYPE = `Reports are sent as ${[OWN_TYPE, ...POLICY_TYPES].join(', ')}.`;

interface ObservedServices {
  observed: Observed;
  remotes: Pick<RemoteSource, 'registry'>;
  /** Origin of `PUBLIC_URL`. */
  publicUrl: string;
}

export async function observedRoutes(
  app: FastifyInstance,
  { observed, remotes, publicUrl }: ObservedServices,
): Promise<void> {
  const limit = new ReportLimit();
  const failures = new FailureLog(app.log);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(OWN_TYPE, { parseAs: 'string', bodyLimit: REPORT_MAX_BYTES }, asItCame);
  app.addContentTypeParser(POLICY_TYPES, { parseAs: 'string', bodyLimit: BATCH_MAX_BYTES }, asItCame);
  app.addContentTypeParser('*', (_request, _body, done) =>
    done(new RefusedRequest(415, 'unsupported-media-type', WRONG_TYPE)),
  );

  app.post(
    OBSERVED_PATH,
    {
      logLevel: 'warn',
      onRequest: (request, reply, done) => {
        if (isForeign(request.headers)) done(new RefusedRequest(403, 'cross-site-request', crossSiteDetail(publicUrl)));
        else if (limit.isExceededBy(request.ip)) {
          reportRefused.tell({});
          void reply.header('retry-after', '60');
          done(new RefusedRequest(429, 'too-many-requests', 'Too many reports at once. Try again in a minute.'));
        } else done();
      },
    },
    take,
  );

  /** WebKit conceals the page's origin from the receiver of its reports, but says that it is the same. */
  function isForeign({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
    return !(origin === 'null' && site === 'same-origin') && isCrossSite('POST', origin, publicUrl);
  }

  async function take(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { body, headers, ip } = request;
    if (typeof body !== 'string') throw new RefusedRequest(415, 'unsupported-media-type', WRONG_TYPE);
    // Without the registry, there is no telling what the report is about.
    const registry = await remotes.registry();
    try {
      const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
      if (type === OWN_TYPE) note(readBrowserReport(body), registry, ip);
      else for (const report of readPolicyReports(body)) notePolicy(report, registry, ip);
    } catch (error) {
      if (!(error instanceof z.ZodError || error instanceof SyntaxError)) throw error;
      return sendProblem(request, reply, { status: 400, code: 'malformed-body', detail: detailOf(error) });
    }
    return reply.code(204).send();
  }

  /** Views are counted first, because each failure happened in one of them. */
  function note({ composition, views, failures: failed, vitals }: BrowserReport, registry: Registry, ip: string): void {
    for (const { remote, release, count } of views) {
      if (knownRelease(registry, remote, release)) observed.viewed({ name: remote, version: release }, ip, count);
    }
    for (const failure of failed) {
      const entry = entryOf(registry, failure);
      // An unknown release does not come from this site, or has been removed.
      if (failure.remote !== null && !entry) continue;
      const { kind, remote, release, page, message, at } = failure;
      failures.tell({ kind, remote, release, composition, page: knownPage(registry, entry, page), message, at });
      if (entry) observed.failed({ name: remote!, version: release! }, kind, ip);
    }
    if (vitals && knownRelease(registry, vitals.remote, vitals.release)) {
      observed.measured({ name: vitals.remote, version: vitals.release }, vitals);
    }
  }

  /** What is current tells whose page it is: browsers send such reports at most a minute later. */
  function notePolicy({ path, directive, blocked, at }: PolicyReport, registry: Registry, ip: string): void {
    const current = currentReleases(registry);
    const [, ofFile, version] = /^\/remotes\/([^/]+)\/([^/]+)\//.exec(at ?? '') ?? [];
    const owner = ofFile ?? ownerOf(ownershipOf(current), path) ?? null;
    const entry = ofFile ? knownRelease(registry, ofFile, version!) : current.get(owner ?? '');
    if (owner !== null && !entry) return;
    failures.tell({
      kind: 'policy',
      remote: owner,
      release: entry?.metadata.version ?? null,
      composition: compositionOf(current).id,
      page: patternIn(registry, path),
      message: `${directive} keeps out ${blocked}`,
      at,
    });
    if (owner !== null && entry) observed.failed({ name: owner, version: entry.metadata.version }, 'policy', ip);
  }
}

function asItCame(_request: FastifyRequest, body: string | Buffer, done: (error: null, body: unknown) => void): void {
  done(null, body);
}

function entryOf(registry: Registry, { remote, release }: { remote: string | null; release: string | null }) {
  return remote === null ? undefined : knownRelease(registry, remote, release ?? '');
}

/** Only patterns that a release has claimed: nothing else that is sent gets into the log. */
function knownPage(registry: Registry, entry: RegistryEntry | undefined, page: string | null): string | null {
  if (page === null) return null;
  if (entry?.extras.routes.includes(page)) return page;
  const isKnown = [...currentReleases(registry).values()].some(({ extras }) => extras.routes.includes(page));
  return isKnown ? page : null;
}

function patternIn(registry: Registry, path: string): string | null {
  const routes = [...currentReleases(registry).values()].flatMap(({ extras }) => extras.routes);
  return patternOf(routes, path) ?? null;
}

function detailOf(error: z.ZodError | SyntaxError): string {
  if (error instanceof SyntaxError) return 'This is not JSON.';
  const [issue] = error.issues;
  return `${issue?.path.join('.') || 'The report'}: ${issue?.message ?? 'not as expected'}.`;
}

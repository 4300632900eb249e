/** Starts a trial of releases in a browser, by a signed link, and ends it, by the form in the banner. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ownPath, paths } from 'shared/contracts/paths';
import { crossSiteDetail, isCrossSite } from 'shared/node/http/same-origin';
import { readTrial, TRIAL_PARAMETER, TRIAL_PATH } from 'shared/node/trial';
import { ownershipOf } from 'shared/releases/composition';
import { currentReleases } from 'shared/releases/current';
import { ownerOf } from 'shared/releases/ownership';
import { sendProblem } from './problem.ts';
import type { RemoteSource } from './remote-source.ts';
import { beginOfTrial, endOfTrial, knownTrial } from './visitor-releases.ts';

/** The banner's form has no fields. */
const FORM_MAX_BYTES = 1024;

interface TrialServices {
  remotes: RemoteSource;
  /** The installation's secret. */
  secret: string;
  /** Origin of `PUBLIC_URL`. */
  publicUrl: string;
}

export async function trialRoutes(app: FastifyInstance, { remotes, secret, publicUrl }: TrialServices): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: FORM_MAX_BYTES }, (_request, body, done) =>
    done(null, body),
  );

  app.get(TRIAL_PATH, async (request, reply) => {
    const signed = (request.query as Record<string, unknown>)[TRIAL_PARAMETER];
    const registry = await remotes.registry();
    const trial = typeof signed === 'string' ? knownTrial(registry, readTrial(secret, signed, Date.now())) : undefined;
    reply.header('cache-control', 'no-store');
    if (!trial) {
      return sendProblem(request, reply.header('set-cookie', endOfTrial(publicUrl)), {
        status: 404,
        code: 'link-expired',
        detail: 'This link to a preview is over, or its release was removed. Ask for another one.',
      });
    }
    return reply.header('set-cookie', beginOfTrial(publicUrl, signed as string, trial)).redirect(paths.home, 303);
  });

  app.post(TRIAL_PATH, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (isCrossSite('POST', request.headers.origin, publicUrl)) {
      return sendProblem(request, reply, {
        status: 403,
        code: 'cross-site-request',
        detail: crossSiteDetail(publicUrl),
      });
    }
    return reply.header('set-cookie', endOfTrial(publicUrl)).redirect(await wayBack(request), 303);
  });

  /** To the page that was tried, unless only the preview has it. */
  async function wayBack({ headers }: FastifyRequest): Promise<string> {
    const from = headers.referer;
    if (!from || !URL.canParse(from) || new URL(from).origin !== publicUrl) return paths.home;
    const { pathname, search } = new URL(from);
    const ownership = ownershipOf(currentReleases(await remotes.registry()));
    return ownerOf(ownership, pathname) === undefined ? paths.home : ownPath(pathname + search);
  }
}

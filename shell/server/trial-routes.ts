/** Starts a trial of releases in a browser by a signed link, and ends it by the form in the banner. */
import type { FastifyInstance } from 'fastify';
import { paths } from 'shared/contracts/paths';
import { readTrial, TRIAL_PARAMETER, TRIAL_PATH } from 'shared/node/trial';
import type { InstallationSecret } from 'shared/node/installation-secret';
import { acceptBannerForm } from './banner-form.ts';
import { sendProblem } from './problem.ts';
import type { RemoteSource } from './remote-source.ts';
import { beginOfTrial, endOfTrial, knownTrial } from './visitor-releases.ts';

interface TrialServices {
  remotes: RemoteSource;
  /** The installation's secret. */
  secret: InstallationSecret;
  /** Origin of `PUBLIC_URL`. */
  publicUrl: string;
}

export async function trialRoutes(app: FastifyInstance, { remotes, secret, publicUrl }: TrialServices): Promise<void> {
  app.get(TRIAL_PATH, async (request, reply) => {
    const signed = (request.query as Record<string, unknown>)[TRIAL_PARAMETER];
    const read = typeof signed === 'string' ? readTrial(secret, signed, Date.now()) : undefined;
    const { trial } = await knownTrial(read, { remotes, registry: await remotes.registry() });
    reply.header('cache-control', 'no-store');
    if (!trial) {
      return sendProblem(request, reply.header('set-cookie', endOfTrial(publicUrl)), {
        status: 404,
        code: 'link-expired',
        detail: 'This preview link has expired, or its release was removed. Ask for a new one.',
      });
    }
    return reply.header('set-cookie', beginOfTrial(publicUrl, signed as string, trial)).redirect(paths.home, 303);
  });

  acceptBannerForm(app, { path: TRIAL_PATH, remotes, publicUrl, endCookies: () => [endOfTrial(publicUrl)] });
}

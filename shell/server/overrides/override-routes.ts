/** Ends a browser's overrides, by the form in the banner. */
import type { FastifyInstance } from 'fastify';
import { crossSiteDetail, isCrossSite } from 'shared/node/http/same-origin';
import { sendProblem } from '../problem.ts';
import type { RemoteSource } from '../remote-source.ts';
import { wayBack } from '../way-back.ts';
import { OVERRIDES_PATH } from './override-scripts.ts';
import { OVERRIDE_PREFIX, overrideCookies } from './overrides.ts';

/** The form has no fields. */
const FORM_MAX_BYTES = 1024;

interface OverrideServices {
  remotes: RemoteSource;
  /** Origin of `PUBLIC_URL`. */
  publicUrl: string;
}

export async function overrideRoutes(app: FastifyInstance, { remotes, publicUrl }: OverrideServices): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: FORM_MAX_BYTES }, (_request, body, done) =>
    done(null, body),
  );

  app.post(OVERRIDES_PATH, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (isCrossSite('POST', request.headers.origin, publicUrl)) {
      return sendProblem(request, reply, {
        status: 403,
        code: 'cross-site-request',
        detail: crossSiteDetail(publicUrl),
      });
    }
    const names = overrideCookies(request.headers.cookie).map(([name]) => name);
    const ends = [...new Set(names)].map((name) => `${OVERRIDE_PREFIX}${name}=; Path=/; Max-Age=0; SameSite=Lax`);
    if (ends.length > 0) reply.header('set-cookie', ends);
    return reply.redirect(await wayBack(request.headers.referer, { remotes, publicUrl }), 303);
  });
}

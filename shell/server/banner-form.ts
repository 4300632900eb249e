/** The form in a banner, which ends what only this browser gets: a trial, or overrides. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ownPath, paths } from 'shared/contracts/paths';
import { crossSiteDetail, isCrossSite } from 'shared/node/http/same-origin';
import { ownershipOf } from 'shared/releases/composition';
import { currentReleases } from 'shared/releases/current';
import { ownerOf } from 'shared/releases/ownership';
import { sendProblem } from './problem.ts';
import type { RemoteSource } from './remote-source.ts';

/** The form has no fields. */
const FORM_MAX_BYTES = 1024;

interface BannerForm {
  path: string;
  remotes: Pick<RemoteSource, 'registry'>;
  /** Origin of `PUBLIC_URL`. */
  publicUrl: string;
  /** Values of `Set-Cookie` that end the trial or the overrides. */
  endCookies: (request: FastifyRequest) => string[];
}

/** Accepts the form, of any content type. From then on `app` takes no other bodies, so give it its own app. */
export function acceptBannerForm(app: FastifyInstance, { path, remotes, publicUrl, endCookies }: BannerForm): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: FORM_MAX_BYTES }, (_request, body, done) =>
    done(null, body),
  );

  app.post(path, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (isCrossSite('POST', request.headers.origin, publicUrl)) {
      return sendProblem(request, reply, {
        status: 403,
        code: 'cross-site-request',
        detail: crossSiteDetail(publicUrl),
      });
    }
    const cookies = endCookies(request);
    if (cookies.length > 0) reply.header('set-cookie', cookies);
    return reply.redirect(await wayBack(request.headers.referer, { remotes, publicUrl }), 303);
  });
}

/**
 * The way back to the page that was tried, unless only the tried releases have that page.
 * @param from `Referer`
 */
async function wayBack(
  from: string | undefined,
  { remotes, publicUrl }: Pick<BannerForm, 'remotes' | 'publicUrl'>,
): Promise<string> {
  if (!from || !URL.canParse(from) || new URL(from).origin !== publicUrl) return paths.home;
  const { pathname, search } = new URL(from);
  const ownership = ownershipOf(currentReleases(await remotes.registry()));
  return ownerOf(ownership, pathname) === undefined ? paths.home : ownPath(pathname + search);
}

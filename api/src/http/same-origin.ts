import type { FastifyInstance } from 'fastify';
import { crossSiteDetail, isCrossSite, unknownPageDetail } from 'shared/node/http/same-origin';
import { ProblemError } from '../problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * `allowed`: may be called from anywhere, since it needs a secret that is in its URL. `own-pages`: a
     * cookie decides what is changed, so a request must say that it comes from the site's own page.
     */
    crossSite?: 'allowed' | 'own-pages';
  }
}

/** Refuses what other sites' pages send, unless the route allows it. @param publicOrigin origin of `PUBLIC_URL` */
export function refuseCrossSite(app: FastifyInstance, publicOrigin: string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { crossSite } = request.routeOptions.config;
    const { origin } = request.headers;
    const isRefused =
      crossSite === 'own-pages' ? origin !== publicOrigin : isCrossSite(request.method, origin, publicOrigin);
    if (crossSite === 'allowed' || !isRefused) return done();
    const detail = (origin === undefined ? unknownPageDetail : crossSiteDetail)(publicOrigin);
    done(new ProblemError({ status: 403, code: 'cross-site-request', detail }));
  });
}

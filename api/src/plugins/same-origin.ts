import type { FastifyInstance } from 'fastify';
import { crossSiteDetail, isCrossSite } from 'shared/node/same-origin';
import { ProblemError } from '../services/problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route may be called from anywhere: what it needs to know is a secret in its address. */
    crossSite?: 'allowed';
  }
}

/** Refuses what other sites' pages send, unless the route allows it. @param publicOrigin origin of `PUBLIC_URL` */
export function refuseCrossSite(app: FastifyInstance, publicOrigin: string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isAllowed = request.routeOptions.config.crossSite === 'allowed';
    if (isAllowed || !isCrossSite(request.method, request.headers.origin, publicOrigin)) return done();
    done(new ProblemError({ status: 403, code: 'cross-site-request', detail: crossSiteDetail(publicOrigin) }));
  });
}

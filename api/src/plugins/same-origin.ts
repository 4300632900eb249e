import type { FastifyInstance } from 'fastify';
import { crossSiteDetail, isCrossSite } from 'shared/node/same-origin';
import { ProblemError } from '../services/problem.ts';

/** Refuses what other sites' pages send. @param publicOrigin origin of `PUBLIC_URL` */
export function refuseCrossSite(app: FastifyInstance, publicOrigin: string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isCrossSite(request.method, request.headers.origin, publicOrigin)) return done();
    done(new ProblemError({ status: 403, code: 'cross-site-request', detail: crossSiteDetail(publicOrigin) }));
  });
}

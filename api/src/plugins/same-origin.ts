/**
 * Protection against other sites' pages: browsers send `Origin` with every request that changes something, so one
 * that comes from elsewhere is refused. Clients that are not browsers send none and carry nobody's cookies.
 */
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../services/problem.ts';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** @param publicOrigin origin of `PUBLIC_URL` */
export function refuseCrossSite(app: FastifyInstance, publicOrigin: string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { origin } = request.headers;
    if (origin === undefined || origin === publicOrigin || SAFE_METHODS.includes(request.method)) return done();
    done(
      new ProblemError({
        status: 403,
        code: 'cross-site-request',
        detail: `This was sent from a page of another address. Open ${publicOrigin} and try again.`,
      }),
    );
  });
}

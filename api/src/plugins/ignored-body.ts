/** For routes whose address says everything. */
import type { FastifyInstance } from 'fastify';

/** Call it on an instance of its own: its routes take any small body of any type and do not look at it. */
export function ignoreBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null));
}

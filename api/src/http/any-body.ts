/** For routes whose body is not JSON: an image, or nothing that matters. */
import type { FastifyInstance } from 'fastify';

/** Call it on a separate instance: its routes take a body of any type, as it came. */
export function takeAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

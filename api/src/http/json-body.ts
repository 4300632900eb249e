/** Bodies are JSON in UTF-8, nothing else. */
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../problem.ts';

/**
 * Replaces Fastify's parsers. The one for text/plain goes, since another site's form can send that without asking; the
 * one for JSON would turn bytes that are not UTF-8 into other characters.
 */
export function readJsonOnly(app: FastifyInstance): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (!isPlain(request.headers['content-encoding'])) return done(compressed());
    let text: string;
    try {
      text = utf8.decode(body);
    } catch {
      return done(new ProblemError({ status: 400, code: 'malformed-body', detail: 'The body is not valid UTF-8.' }));
    }
    void parse(request, text, done);
  });
}

const isPlain = (coding = 'identity'): boolean => coding.trim().toLowerCase() === 'identity';

function compressed(): ProblemError {
  return new ProblemError({
    status: 415,
    code: 'unsupported-media-type',
    detail: 'The body must not be compressed.',
    headers: { 'accept-encoding': 'identity' },
  });
}

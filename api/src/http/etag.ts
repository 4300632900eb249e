/** Answers have a tag of their content: a caller who has the content already is not sent it again (RFC 9110). */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Tags what the routes of `app` answer to GET, and so to HEAD. Weak tags: a proxy may compress the answer. */
export function tagAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || reply.statusCode !== 200 || typeof payload !== 'string') return done(null, payload);
    const tag = tagOf(payload, said(reply));
    void reply.header('etag', tag);
    if (!isKnown(tag, request.headers['if-none-match'])) return done(null, payload);
    void reply.code(304).removeHeader('content-length').removeHeader('content-type');
    // Fastify itself takes the body from the answer to HEAD, and fails if it is gone already.
    done(null, request.method === 'HEAD' ? payload : null);
  });
}

/** The tag of an answer. @param beside what the answer says beyond its body */
export function tagOf(body: string, beside = ''): string {
  return `W/"${createHash('sha256').update(body).update(beside).digest('base64url').slice(0, 22)}"`;
}

/** What an answer says beyond its body: where the rest of a list is. */
const said = (reply: FastifyReply): string => String(reply.getHeader('link') ?? '');

/** Whether `If-None-Match` names the tag. Strength does not count here. */
export function isKnown(tag: string, given: string | undefined): boolean {
  const strong = (text: string) => text.trim().replace(/^W\//, '');
  return (
    given !== undefined && (given.trim() === '*' || given.split(',').some((known) => strong(known) === strong(tag)))
  );
}

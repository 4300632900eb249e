/**
 * Who asks for the same within one turn of the event loop gets one answer: it is read, put into words and tagged once. The
 * reading begins when the turn is over, after all of them have asked, so nobody gets what was true before (decision 077).
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isKnown, tagOf } from './etag.ts';

interface SharedAnswer {
  body: Buffer;
  tag: string;
}

/** @param make JSON of the answer for a key; what it throws is thrown for all who asked */
export function shareAnswers(make: (key: string) => Promise<string>): (key: string) => Promise<SharedAnswer> {
  const asked = new Map<string, Promise<SharedAnswer>>();
  return (key) => {
    const known = asked.get(key);
    if (known) return known;
    const answer = new Promise((resolve) => setImmediate(resolve)).then(async () => {
      asked.delete(key);
      const json = await make(key);
      return { body: Buffer.from(json), tag: tagOf(json) };
    });
    asked.set(key, answer);
    return answer;
  };
}

/** Sends it, or says that the client has it already. */
export function sendShared(request: FastifyRequest, reply: FastifyReply, { body, tag }: SharedAnswer): FastifyReply {
  void reply.header('etag', tag);
  return isKnown(tag, request.headers['if-none-match'])
    ? reply.code(304).send()
    : reply.type('application/json; charset=utf-8').send(body);
}

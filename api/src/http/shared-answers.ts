/**
 * Requests for the same thing at the same time share one answer: it is read, serialised and tagged once. The reading
 * begins after all of them have asked, when the turn of the event loop is over and no earlier reading of the same thing
 * is under way, so nobody gets an answer that is older than their request (decision 077).
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isKnown, tagOf } from './etag.ts';

interface SharedAnswer {
  body: Buffer;
  tag: string;
}

/** @param make gives the JSON of the answer for a key; its errors are thrown for everybody who asked */
export function shareAnswers(make: (key: string) => Promise<string>): (key: string) => Promise<SharedAnswer> {
  /** Readings that have not begun: everybody who asks joins them. */
  const waiting = new Map<string, Promise<SharedAnswer>>();
  const underWay = new Map<string, Promise<unknown>>();

  const read = async (key: string): Promise<SharedAnswer> => {
    const json = await make(key);
    return { body: Buffer.from(json), tag: tagOf(json) };
  };
  const begin = async (key: string): Promise<SharedAnswer> => {
    await (underWay.get(key) ?? new Promise((resolve) => setImmediate(resolve)));
    waiting.delete(key);
    const answer = read(key);
    const ended = answer.then(
      () => {},
      () => {},
    );
    underWay.set(key, ended);
    void ended.then(() => underWay.get(key) === ended && underWay.delete(key));
    return await answer;
  };
  return (key) => {
    const known = waiting.get(key);
    if (known) return known;
    const answer = begin(key);
    waiting.set(key, answer);
    return answer;
  };
}

/** Sends it, or says that the client has it already; the answer to HEAD names its type and length in either case. */
export function sendShared(request: FastifyRequest, reply: FastifyReply, { body, tag }: SharedAnswer): FastifyReply {
  const isKept = isKnown(tag, request.headers['if-none-match']);
  void reply.code(isKept ? 304 : 200).header('etag', tag);
  return isKept && request.method === 'GET' ? reply.send() : reply.type('application/json; charset=utf-8').send(body);
}

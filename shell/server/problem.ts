/** The shell's own errors, for when there is no page to show them in. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from 'shared/contracts/problem';
import { prefersPlainText } from 'shared/node/http/accept';
import { REQUEST_ID_HEADER } from 'shared/node/http/request-id';

/** How long a 503 asks clients to wait, in seconds. */
export const RETRY_AFTER_S = 10;

export const NOTHING_HERE = 'There is nothing at this address.';

export interface ShellProblem {
  status: number;
  code: Problem['code'];
  /** One sentence for the person who sent the request. */
  detail: string;
}

/** Answers in the form that the client asked for: one sentence, which people can read too, or problem details. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, code, detail }: ShellProblem,
): FastifyReply {
  reply.problemCode = code;
  reply.code(status).header('vary', 'accept').header(REQUEST_ID_HEADER, request.id);
  if (status === 503) reply.header('retry-after', String(RETRY_AFTER_S));
  // Browsers ask for HTML when they navigate: the person there can read a sentence.
  if (prefersPlainText(request.headers.accept?.replace('text/html', 'text/plain')))
    return reply.type('text/plain; charset=utf-8').send(detail);
  return reply.type('application/problem+json').send(JSON.stringify(problemOf({ status, code, detail }, request.id)));
}

export function problemOf({ status, code, detail }: ShellProblem, requestId: string): Problem {
  return { type: 'about:blank', title: detail, status, detail, code, requestId };
}

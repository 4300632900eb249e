/**
 * Which visitor is looking at a page. Calls the API only if the browser sends a session cookie, and at the same time as
 * the page's own calls.
 */
import { callApi } from 'shared/api-client/api';
import { accountCalls } from 'shared/contracts/account';
import type { Session } from 'shared/contracts/shell';
import { namesSession } from 'shared/node/http/session-cookie';
import { loaderContextFor, type ApiHop, type Visitor } from './api-hop.ts';

/** Longest time that a page waits for the answer, in milliseconds. */
const DEADLINE_MS = 1_500;

interface SessionServices {
  hop: ApiHop;
  publicUrl: string;
  log: { warn: (facts: object, text: string) => void };
}

/** Anonymous if the API cannot tell: pages do not depend on it. */
export async function sessionOf(visitor: Visitor, { hop, publicUrl, log }: SessionServices): Promise<Session> {
  if (!namesSession(publicUrl, visitor.headers.cookie)) return { status: 'anonymous' };
  const context = loaderContextFor(hop, visitor);
  try {
    return await callApi<Session>(accountCalls.session, { context, signal: AbortSignal.timeout(DEADLINE_MS) });
  } catch (error) {
    log.warn({ err: error }, 'the API did not say who is logged in');
    return { status: 'anonymous', isUnknown: true };
  }
}

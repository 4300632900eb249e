/** The way from the shell's server to the API: what visitors' calls and loaders' calls both carry. */
import type { IncomingHttpHeaders } from 'node:http';
import { bound, inSpan, traceHeaders } from 'shared/node/telemetry/tracing';
import { apiCalled } from '../measured.ts';
import { problemOf, type ShellProblem } from '../problem.ts';
import { REQUEST_ID_HEADER } from 'shared/node/http/request-id';
import { isSafe } from 'shared/node/http/same-origin';
import { HOP_IP_HEADER, HOP_TOKEN_HEADER, hopToken } from 'shared/node/hop';
import type { ServerLoaderContext } from 'shared/contracts/shell';
import type { InstallationSecret } from 'shared/node/installation-secret';

/**
 * How long a call may take, in milliseconds: what is sent may take longer to store than a page takes to read. An action
 * and the loaders after it, together, stay below the deadline of a form's page, so that it can say what went wrong.
 */
const READ_DEADLINE_MS = 3_000;
const WRITE_DEADLINE_MS = 10_000;

export interface ApiHop {
  url: string;
  /** Headers that prove that the shell calls for a visitor's IP address, and that name the request behind the call. */
  headersFor: (request: { ip: string; id: string }) => Record<string, string>;
}

export function apiHop(url: string, secret: InstallationSecret): ApiHop {
  const token = hopToken(secret);
  return {
    url,
    headersFor: ({ ip, id }) => ({
      [HOP_TOKEN_HEADER]: token,
      [HOP_IP_HEADER]: ip,
      [REQUEST_ID_HEADER]: id,
      ...traceHeaders(),
    }),
  };
}

/** The visitor on whose behalf the server renders. */
export interface Visitor {
  ip: string;
  /** Id of the request. */
  id: string;
  /** As the browser sent them. */
  headers: IncomingHttpHeaders;
}

/** What the API is told about the browser: its session, the page that a form comes from, its user agent. */
const PASSED_ON = ['cookie', 'origin', 'user-agent'] as const;

/**
 * What loaders and actions get while the server renders: calls straight to the API, in the visitor's name.
 * @param onWritten called when the API has accepted something, whatever the page answers in the end
 */
export function loaderContextFor(hop: ApiHop, visitor: Visitor, onWritten?: () => void): ServerLoaderContext {
  return {
    apiFetch: (path, init = {}) => inSpan('call the API', { kind: 'client' }, () => callApi(path, init)),
  };

  async function callApi(path: string, init: RequestInit): Promise<Response> {
    const isRead = isSafe(init.method ?? 'GET');
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(hop.headersFor(visitor))) headers.set(name, value);
    for (const name of PASSED_ON) {
      const value = visitor.headers[name];
      if (value !== undefined) headers.set(name, value);
    }
    const deadline = AbortSignal.timeout(isRead ? READ_DEADLINE_MS : WRITE_DEADLINE_MS);
    const begun = performance.now();
    let status = 0;
    try {
      const response = await fetch(hop.url + path, {
        ...init,
        headers,
        // Some of the API's URLs lead to the identity provider, which must not get the hop's token.
        redirect: 'manual',
        signal: init.signal ? AbortSignal.any([init.signal, deadline]) : deadline,
      });
      ({ status } = response);
      if (status < 400 && !isRead) onWritten?.();
      return response;
    } catch (error) {
      if (isRead || !isNotReached(error as Error)) throw error;
      return Response.json(problemOf(NOT_REACHED, visitor.id), { status: NOT_REACHED.status });
    } finally {
      apiCalled.tell({ status, seconds: (performance.now() - begun) / 1_000 });
    }
  }
}

/** The answer to something that was not sent, since the API could not be reached. */
export const NOT_REACHED: ShellProblem = {
  status: 503,
  code: 'api-not-reached',
  detail: 'The service cannot be reached at the moment, so nothing was sent. Please try again shortly.',
};

/**
 * Whether there was no connection to the API: nothing has been sent then. A connection that breaks is another matter.
 * @param error of `fetch`, or of the proxy
 */
export function isNotReached({ cause }: { cause?: unknown }): boolean {
  // A name may have several addresses, of which each was tried.
  const failures: unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  return failures.every((failure) => {
    const { syscall, code } = (failure ?? {}) as { syscall?: unknown; code?: unknown };
    return syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT';
  });
}

/** The same calls, attributed to the current request: those of a release's thread are messages, without its context. */
export function inThisTrace({ apiFetch }: ServerLoaderContext): ServerLoaderContext {
  return { apiFetch: bound(apiFetch) };
}

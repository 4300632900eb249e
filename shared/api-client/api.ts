/**
 * Transport to the API: one fetch, errors mapped to {@link ApiError}. It knows no session policy and chooses no
 * text for visitors. Bodies whose progress is shown go through `upload.ts`.
 */
import type { ServerLoaderContext } from '../contracts/shell.ts';
import type { Problem, ProblemCode } from '../contracts/problem.ts';
import { WRITTEN } from '../contracts/written.ts';

/** The API answered with an error, or did not answer (`code: 'api-unreachable'`, `status: 0`). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ProblemCode;
  readonly problem: Problem | undefined;
  /** The body, if it was not a problem document. */
  readonly text: string | undefined;

  constructor(status: number, code: ProblemCode, message: string, problem?: Problem, text?: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.problem = problem;
    this.text = text;
  }
}

interface ApiRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** The loader's `context`: on the server it carries the function that calls the API; in the browser it is empty. */
  context?: unknown;
}

function fetchOf(context: unknown): ServerLoaderContext['apiFetch'] {
  const server = context as Partial<ServerLoaderContext> | undefined;
  return server?.apiFetch ?? ((path, init) => fetch(path, init));
}

/**
 * A header as a call can have it: the value may have come with a form. What no header can hold, or is longer than any
 * value of ours, becomes `-`, which is none of them.
 */
const sendable = ([name, value]: [string, string]) => [name, /^[!-~]{0,100}$/.test(value) ? value : '-'];

/**
 * Calls the API and returns its response, including headers and status. If you need neither, use {@link callApi}.
 * @param path begins with `/api/`
 * @throws ApiError for every answer outside 200–299, for a page in place of an answer, and if there is no answer
 * @throws DOMException `AbortError` when `signal` aborts
 */
export async function requestApi(path: string, request: ApiRequest = {}): Promise<Response> {
  const { method = 'GET', body, headers = {}, signal, context } = request;
  let response: Response;
  try {
    response = await fetchOf(context)(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...Object.fromEntries(Object.entries(headers).map(sendable)),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable(`${method} ${path}: ${String(error)}`);
  } finally {
    if (method !== 'GET' && typeof document !== 'undefined') dispatchEvent(new Event(WRITTEN));
  }
  // The API answers no call with a page: that is another's, such as the login of a proxy or of a guest network.
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  if (response.ok && !isPage) return response;
  throw errorOf(`${method} ${path}`, response.status, await response.text().catch(() => ''));
}

/**
 * The JSON of an answer; nothing for status 204.
 * @throws ApiError for an answer that is not JSON
 */
export async function answerOf<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T;
  try {
    return (await response.json()) as T;
  } catch {
    throw new ApiError(response.status, 'internal-error', `${response.url}: the answer is not JSON`);
  }
}

/**
 * Calls the API and returns the JSON of its answer. Parameters and errors are those of {@link requestApi} and
 * {@link answerOf}.
 */
export async function callApi<T>(path: string, request?: ApiRequest): Promise<T> {
  return await answerOf<T>(await requestApi(path, request));
}

export function unreachable(message: string): ApiError {
  return new ApiError(0, 'api-unreachable', message);
}

/**
 * Whether a call failed because it never reached the site, which the visitor can do something about. Always false on
 * the server, and false if the shell answered in place of an unreachable API.
 */
export function isOffline(error: unknown): boolean {
  return typeof document !== 'undefined' && error instanceof ApiError && error.status === 0;
}

/** The error for an answer that is no success. @param text its body */
export function errorOf(call: string, status: number, text: string): ApiError {
  try {
    const problem = JSON.parse(text) as Problem;
    // Gateways answer with JSON of their own.
    if (problem.code && problem.detail)
      return new ApiError(status, problem.code, `${call}: ${problem.detail}`, problem);
  } catch {}
  return new ApiError(status, 'internal-error', `${call}: status ${status}`, undefined, text);
}

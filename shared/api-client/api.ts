/**
 * Transport to the API: one fetch, errors mapped to {@link ApiError}. It knows no session policy and chooses no
 * text for visitors.
 */
import type { ServerLoaderContext } from '../contracts/shell.ts';
import type { Problem, ProblemCode } from '../contracts/problem.ts';

/** The API answered with an error, or did not answer (`code: 'api-unreachable'`, `status: 0`). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ProblemCode;
  readonly problem: Problem | undefined;

  constructor(status: number, code: ProblemCode, message: string, problem?: Problem) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.problem = problem;
  }
}

interface ApiRequest {
  method?: 'GET' | 'POST';
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** The loader's `context`: on the server it carries the way to the API, in the browser it is empty. */
  context?: unknown;
}

function fetchOf(context: unknown): ServerLoaderContext['apiFetch'] {
  const server = context as Partial<ServerLoaderContext> | undefined;
  return server?.apiFetch ?? ((path, init) => fetch(path, init));
}

/**
 * Calls the API and gives the JSON of its answer.
 * @param path begins with `/api/`
 * @throws ApiError for every answer outside 200–299, for no answer, and for an answer that is not JSON
 * @throws DOMException `AbortError` when `signal` aborts
 */
export async function callApi<T>(path: string, request: ApiRequest = {}): Promise<T> {
  const { method = 'GET', body, headers = {}, signal, context } = request;
  let response: Response;
  try {
    response = await fetchOf(context)(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, 'api-unreachable', `${method} ${path}: ${String(error)}`);
  }
  if (!response.ok) throw await errorOf(response, `${method} ${path}`);
  try {
    return (await response.json()) as T;
  } catch {
    throw new ApiError(response.status, 'internal-error', `${method} ${path}: the answer is not JSON`);
  }
}

async function errorOf(response: Response, call: string): Promise<ApiError> {
  try {
    const problem = (await response.json()) as Problem;
    return new ApiError(response.status, problem.code, `${call}: ${problem.detail}`, problem);
  } catch {
    return new ApiError(response.status, 'internal-error', `${call}: status ${response.status}`);
  }
}

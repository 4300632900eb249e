import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Problem } from '../contracts/problem.ts';
import { answerOf, ApiError, callApi, isOffline, requestApi } from './api.ts';

/** A loader context in which every call of the API gets this answer. */
const way = (answer: () => Response) => ({ apiFetch: async () => answer() });
const failureOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

const problem: Problem = {
  type: 'about:blank',
  title: 'No',
  status: 422,
  detail: 'The reason.',
  code: 'validation-failed',
};

describe('a response', () => {
  test('is its JSON, or with its headers', async () => {
    const context = way(() => Response.json([1], { headers: { link: '</api/x?before=1>; rel="next"' } }));
    expect(await callApi('/api/x', { context })).toEqual([1]);
    const response = await requestApi('/api/x', { context });
    expect(response.headers.get('link')).toBe('</api/x?before=1>; rel="next"');
    expect(await answerOf(response)).toEqual([1]);
  });

  test('may be empty', async () => {
    expect(await callApi('/api/x', { context: way(() => new Response(null, { status: 204 })) })).toBeUndefined();
  });

  test('that is not JSON is an error', async () => {
    expect(await failureOf(callApi('/api/x', { context: way(() => new Response('<h1>Hello</h1>')) }))).toMatchObject({
      status: 200,
      code: 'internal-error',
    });
  });

  test('that is a page is no success: a proxy or a guest network sent it', async () => {
    const page = () => new Response('<h1>Log in</h1>', { headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(await failureOf(requestApi('/api/x', { method: 'DELETE', context: way(page) }))).toMatchObject({
      status: 200,
      code: 'internal-error',
    });
  });
});

describe('an error', () => {
  test('has the problem', async () => {
    const context = way(() => Response.json(problem, { status: 422 }));
    expect(await failureOf(callApi('/api/x', { context }))).toMatchObject({
      status: 422,
      code: 'validation-failed',
      problem,
    });
  });

  test('that is not a problem document keeps its text', async () => {
    const context = way(() => new Response('Too many messages.', { status: 502 }));
    const error = await failureOf(requestApi('/api/x', { context }));
    expect(error).toMatchObject({
      status: 502,
      code: 'internal-error',
      problem: undefined,
      text: 'Too many messages.',
    });
  });

  test.each([
    '{"message":"Endpoint request timed out"}',
    '{"code":"AccessDenied","message":"Access denied"}',
    '{"detail":"Not found"}',
    '"Bad gateway"',
    'null',
  ])('%s, of a gateway, is not one of our problems', async (text) => {
    const error = await failureOf(requestApi('/api/x', { context: way(() => new Response(text, { status: 504 })) }));
    expect(error).toMatchObject({ status: 504, code: 'internal-error', problem: undefined, text });
  });

  test('is also no answer, unless the call was given up', async () => {
    const offline = { apiFetch: async () => Promise.reject(new TypeError('offline')) };
    expect(await failureOf(callApi('/api/x', { context: offline }))).toMatchObject({
      status: 0,
      code: 'api-unreachable',
    });
    const signal = AbortSignal.abort();
    await expect(callApi('/api/x', { context: offline, signal })).rejects.toThrow(TypeError);
  });
});

describe('a visitor is told to check the connection', () => {
  const offline = new ApiError(0, 'api-unreachable', 'Failed to fetch');
  // The answer of the shell while the API is unreachable.
  const away = new ApiError(503, 'api-unreachable', 'The service is not reachable at the moment.');
  afterEach(() => vi.unstubAllGlobals());

  test('in the browser, when nothing came back', () => {
    vi.stubGlobal('document', {});
    expect(isOffline(offline)).toBe(true);
    expect([away, new TypeError('x is undefined')].map(isOffline)).toEqual([false, false]);
  });

  test('and never by the server', () => {
    expect([offline, away].map(isOffline)).toEqual([false, false]);
  });
});

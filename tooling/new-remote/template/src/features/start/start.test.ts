import { type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router-dom';
import { expect, test } from 'vitest';
import { INVALID_EMAIL } from 'shared/rules/email';
import { action } from './start.action.ts';
import { loader } from './start.loader.ts';

/** What the page's loader or action is called with. @param answer of the API @param typed into the form, if any */
function call(answer: () => Response, typed?: Record<string, string>) {
  const calls: { path: string; body: unknown }[] = [];
  const context = {
    apiFetch: async (path: string, { body }: RequestInit = {}) => {
      calls.push({ path, body: body && JSON.parse(body as string) });
      return answer();
    },
  };
  const request = new Request('http://site.example/', {
    method: typed ? 'POST' : 'GET',
    ...(typed && { body: new URLSearchParams(typed) }),
  });
  return { calls, args: { request, context, params: {} } as unknown as LoaderFunctionArgs & ActionFunctionArgs };
}

const posts = [1, 2, 3, 4].map((id) => ({ id, title: `Post ${id}`, author: null, created_at: '', excerpt: '' }));
const away = () => {
  throw new TypeError('offline');
};

test('the latest three posts are on the page', async () => {
  const { args, calls } = call(() => Response.json(posts));
  expect((await loader(args)).data.posts?.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(calls).toEqual([{ path: '/api/blogs/posts', body: undefined }]);
});

test('while the API is away the page has none, with a status that search engines do not index', async () => {
  expect(await loader(call(away).args)).toMatchObject({ data: { posts: undefined }, init: { status: 503 } });
});

test('an email address is sent as it was typed, without the space around it', async () => {
  const { args, calls } = call(() => Response.json({ status: 'accepted' }, { status: 202 }), {
    email: ' ada@example.com ',
  });
  const answer = (await action(args)) as Response;
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/?sent']);
  expect(calls).toEqual([{ path: '/api/newsletter/subscriptions', body: { email: 'ada@example.com' } }]);
});

test('an invalid email address is returned with what is wrong, and not sent', async () => {
  const { args, calls } = call(away, { email: 'ada@' });
  expect(await action(args)).toMatchObject({
    data: { values: { email: 'ada@' }, message: INVALID_EMAIL },
    init: { status: 422 },
  });
  expect(calls).toEqual([]);
});

test('nothing is lost while the API is away', async () => {
  const { args } = call(away, { email: 'ada@example.com' });
  expect(await action(args)).toMatchObject({ data: { values: { email: 'ada@example.com' } }, init: { status: 503 } });
});

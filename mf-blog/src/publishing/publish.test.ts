import { ApiError } from 'shared/api-client/api';
import { postCalls } from 'shared/contracts/posts';
import { expect, test } from 'vitest';
import { publish, publishedHref } from './publish.ts';

const post = { title: 'Salt', content: 'Pepper' };
const publishTo = (answer: Response) =>
  publish(postCalls.add, post, { form: new FormData(), context: { apiFetch: () => Promise.resolve(answer) } });

test('a post that was published leads to its page', async () => {
  const id = await publishTo(Response.json({ postId: 7 }, { status: 201 }));
  expect(publishedHref(id)).toBe('/post/7');
});

test.each([
  ['204', new Response(null, { status: 204 })],
  ['200 with words', new Response('OK')],
  ['202 with something else', Response.json([], { status: 202 })],
])('%s is success, too, and leads to the list', async (_what, answer) => {
  expect(publishedHref(await publishTo(answer))).toBe('/blogDey');
});

test('any other status is a failure', async () => {
  await expect(publishTo(new Response('No.', { status: 500 }))).rejects.toBeInstanceOf(ApiError);
});

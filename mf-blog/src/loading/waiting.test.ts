import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { soon } from './waiting.tsx';

const PAGE = 'https://site.example/post/1';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv('SSR', false);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** What a loader returns whose data takes a second, in a browser at this URL. */
async function lateAt(href: string): Promise<object> {
  vi.stubGlobal('location', { href });
  const data = new Promise<{ title: string }>((resolve) => {
    setTimeout(() => resolve({ title: 'Logs' }), 1_000);
  });
  const result = soon(data, new Request(PAGE));
  await vi.advanceTimersByTimeAsync(1_000);
  return await result;
}

test('a page that a link leads to appears without data that takes long', async () => {
  expect(await lateAt('https://site.example/blogs')).toHaveProperty('pending');
});

test.each([PAGE, `${PAGE}#content`])('at %s already, the page stays until its data has come', async (href) => {
  expect(await lateAt(href)).toEqual({ title: 'Logs' });
});

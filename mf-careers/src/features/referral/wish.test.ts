import { expect, test } from 'vitest';
import { perform } from './wish.ts';

const refusedBy = async (answer: () => Promise<Response>) =>
  (await perform('payments', new FormData(), { apiFetch: answer })).refused;

test('a wish without an answer may have come true; one that a firewall refused has not', async () => {
  expect(await refusedBy(() => Promise.reject(new TypeError('the connection broke')))).toBe(
    'We do not know whether that worked. Please try again in a minute.',
  );
  expect(await refusedBy(async () => new Response('<h1>No</h1>', { status: 403 }))).toBe(
    'That did not work. Please try again in a minute.',
  );
});

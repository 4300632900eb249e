import { expect, test } from 'vitest';
import { requestApi } from '../api-client/api.ts';
import { ACCOUNT_HEADER } from '../contracts/account.ts';
import { accountHeader } from './account-header.ts';

/** What the API gets of the account that a form names. */
async function sent(account: string): Promise<string | null> {
  const form = new FormData();
  form.set(ACCOUNT_HEADER, account);
  const apiFetch = (_path: string, init?: RequestInit) => Promise.resolve(Response.json(null, init));
  const { headers } = await requestApi('/api/x', { headers: accountHeader(form), context: { apiFetch } });
  return headers.get(ACCOUNT_HEADER);
}

test.each(['２', 'e\u0301', '\u202e', '\u061c', 'ada\ufffd', 'a\nb', 'a b', 'a'.repeat(101)])(
  '%j is nobody’s id',
  async (account) => {
    expect(await sent(account)).toBe('-');
  },
);

test.each(['7', 'ada', 'IlOUhOnNurD26TsX-_', 'a'.repeat(100)])('%j is sent as it is', async (account) => {
  expect(await sent(account)).toBe(account);
});

test('a form that names none has no such header', async () => {
  expect(accountHeader(new FormData())).toEqual({});
  expect(await sent('')).toBeNull();
});

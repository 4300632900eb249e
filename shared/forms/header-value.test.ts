import { expect, test } from 'vitest';
import { ACCOUNT_HEADER } from '../contracts/account.ts';
import { accountHeader } from './account-header.ts';
import { headerValue } from './header-value.ts';

test.each(['２', 'e\u0301', '\u202e', 'ada\ufffd', 'a\nb', 'a b', 'a'.repeat(101)])(
  '%j is no header of ours',
  (value) => {
    expect(headerValue(value)).toBe('-');
  },
);

test.each(['', '7', 'IlOUhOnNurD26TsX-_', 'a'.repeat(100)])('%j is one as it is', (value) => {
  expect(headerValue(value)).toBe(value);
});

test('the account that a form names can be sent, whatever it is', () => {
  const form = new FormData();
  expect(accountHeader(form)).toEqual({});
  form.set(ACCOUNT_HEADER, 'ada');
  expect(accountHeader(form)).toEqual({ [ACCOUNT_HEADER]: 'ada' });
  form.set(ACCOUNT_HEADER, '\u061c');
  expect(new Headers(accountHeader(form)).get(ACCOUNT_HEADER)).toBe('-');
});

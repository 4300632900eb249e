import type { LoaderFunctionArgs } from 'react-router-dom';
import { ApiError, callApi } from 'shared/api-client/api';
import { ACCOUNT_HEADER, ACCOUNT_QUERY, type LinkedEmail } from 'shared/contracts/account';

/** The account whose link has led to the page: another tab may have opened another account's since. */
export function accountOf({ search }: { search: string }): string {
  return new URLSearchParams(search).get(ACCOUNT_QUERY) ?? '';
}

/**
 * For the page that a mailed link leads to: the address that the link is for. Null if it is not known; then the page
 * does without it, and says what is wrong with the link when the form is sent.
 * @param call `confirm` or `newPassword` of `accountCalls`
 */
export async function getLinkedEmail(
  call: string,
  { request, context }: LoaderFunctionArgs,
): Promise<LinkedEmail | null> {
  const account = accountOf(new URL(request.url));
  const headers: Record<string, string> = account === '' ? {} : { [ACCOUNT_HEADER]: account };
  try {
    return await callApi<LinkedEmail>(call, { headers, context, signal: request.signal });
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

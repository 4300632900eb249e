import type { LoaderFunctionArgs } from 'react-router-dom';
import { ApiError, callApi } from 'shared/api-client/api';
import { accountCalls, type Account } from 'shared/contracts/account';
import { href, loginFor, paths } from 'shared/contracts/paths';

/** `account` is nothing while the API is away. A session that has ended since leads to the login page. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<{ account: Account | null }> {
  try {
    return { account: await callApi<Account>(accountCalls.account, { context, signal: request.signal }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) throw toLogin();
    return { account: null };
  }
}

/** As a page of its own: what the tab knows about the session is old. */
function toLogin(): Response {
  return new Response(null, {
    status: 303,
    headers: { location: loginFor(href(paths.account)), 'x-remix-reload-document': 'true' },
  });
}

import type { LoaderFunctionArgs } from 'react-router-dom';
import { callApi } from 'shared/api-client/api';
import { accountCalls, type SignInMethods } from 'shared/contracts/account';

/** How visitors can log in. While the API is away the page offers a password. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<SignInMethods> {
  try {
    return await callApi<SignInMethods>(accountCalls.signInMethods, { context, signal: request.signal });
  } catch (error) {
    if (request.signal.aborted) throw error;
    return { provider: false };
  }
}

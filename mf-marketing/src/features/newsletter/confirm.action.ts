import type { ActionFunctionArgs } from 'react-router-dom';
import { callApi } from 'shared/api-client/api';
import { newsletterCalls, type NewsletterConfirmation } from 'shared/contracts/newsletter';
import { outcomeOf } from './outcome.ts';
import { tokenOf } from './token.ts';

export async function action({ request, context }: ActionFunctionArgs) {
  const body: NewsletterConfirmation = { token: tokenOf(new URL(request.url)) };
  return await outcomeOf(() => callApi(newsletterCalls.confirm, { method: 'POST', body, context }));
}

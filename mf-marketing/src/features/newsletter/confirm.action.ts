import type { ActionFunctionArgs } from 'react-router-dom';
import { callApi } from 'shared/api-client/api';
import { newsletterCalls, type NewsletterConfirmation } from 'shared/contracts/newsletter';
import { followLink } from './follow-link.ts';
import { tokenOf } from './token.ts';

export async function action({ request, context }: ActionFunctionArgs) {
  const body: NewsletterConfirmation = { token: tokenOf(new URL(request.url)) };
  return await followLink(() => callApi(newsletterCalls.confirm, { method: 'POST', body, context }));
}

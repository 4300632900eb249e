import type { ActionFunctionArgs } from 'react-router-dom';
import { callApi } from 'shared/api-client/api';
import { newsletterCalls, type NewsletterConfirmation } from 'shared/contracts/newsletter';
import { href, paths } from 'shared/contracts/paths';
import { followLink } from './follow-link.ts';
import { tokenOf } from './token.ts';

export async function action({ request, context }: ActionFunctionArgs) {
  const body: NewsletterConfirmation = { token: tokenOf(new URL(request.url)) };
  const send = () => callApi(newsletterCalls.confirm, { method: 'POST', body, context });
  return await followLink(href(paths.newsletterConfirm), send);
}

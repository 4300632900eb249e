import type { ActionFunctionArgs } from 'react-router-dom';
import { callApi } from 'shared/api-client/api';
import { newsletterCalls, withToken } from 'shared/contracts/newsletter';
import { href, paths } from 'shared/contracts/paths';
import { followLink } from './follow-link.ts';
import { tokenOf } from './token.ts';

export async function action({ request, context }: ActionFunctionArgs) {
  const url = withToken(newsletterCalls.unsubscribe, tokenOf(new URL(request.url)));
  return await followLink(href(paths.newsletterUnsubscribe), () => callApi(url, { method: 'POST', context }));
}

import type { ActionFunctionArgs } from 'react-router-dom';
import { accountCalls } from 'shared/contracts/account';
import { href, paths } from 'shared/contracts/paths';
import { nextOf } from '../../form/next.ts';
import { sendForm } from '../../form/send-form.ts';

export async function action({ request, context }: ActionFunctionArgs) {
  const query = new URLSearchParams({ notice: 'confirmed' });
  const next = nextOf(new URL(request.url));
  if (next !== paths.home) query.set('next', next);
  return await sendForm(context, { call: accountCalls.confirm, body: {}, to: `${href(paths.login)}?${query}` });
}

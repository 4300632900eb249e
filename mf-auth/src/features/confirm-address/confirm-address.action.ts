import type { ActionFunctionArgs } from 'react-router-dom';
import { accountCalls } from 'shared/contracts/account';
import { href, paths, withNext } from 'shared/contracts/paths';
import { nextOf } from '../../form/next.ts';
import { sendForm } from '../../form/send-form.ts';

export async function action({ request, context }: ActionFunctionArgs) {
  const to = withNext(`${href(paths.login)}?notice=confirmed`, nextOf(new URL(request.url)));
  return await sendForm(context, { call: accountCalls.confirm, body: {}, to });
}

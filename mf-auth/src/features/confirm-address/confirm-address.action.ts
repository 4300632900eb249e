import type { ActionFunctionArgs } from 'react-router-dom';
import { accountCalls } from 'shared/contracts/account';
import { href, paths } from 'shared/contracts/paths';
import { sendForm } from '../../form/send-form.ts';

export async function action({ context }: ActionFunctionArgs) {
  return await sendForm(context, { call: accountCalls.confirm, body: {}, to: `${href(paths.login)}?notice=confirmed` });
}

import type { ActionFunctionArgs } from 'react-router-dom';
import { accountCalls } from 'shared/contracts/account';
import { sendForm, textOf } from '../../form/send-form.ts';
import { AFTERWARDS } from './afterwards.ts';

export async function action({ request, context }: ActionFunctionArgs) {
  const password = textOf(await request.formData(), 'password');
  return await sendForm(context, { call: accountCalls.newPassword, body: { password }, to: AFTERWARDS });
}

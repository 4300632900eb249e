import type { ActionFunctionArgs } from 'react-router-dom';
import { accountCalls } from 'shared/contracts/account';
import { sendForm, textOf } from '../../form/send-form.ts';

export async function action({ request, context }: ActionFunctionArgs) {
  const email = textOf(await request.formData(), 'email');
  return await sendForm(context, { call: accountCalls.forgotPassword, body: { email }, values: { email } });
}

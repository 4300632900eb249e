import type { ActionFunctionArgs } from 'react-router-dom';
import { accountCalls } from 'shared/contracts/account';
import { nextOf } from '../../form/next.ts';
import { sendForm, textOf } from '../../form/send-form.ts';

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const email = textOf(form, 'email');
  const body = { email, password: textOf(form, 'password') };
  return await sendForm(context, {
    call: accountCalls.login,
    body,
    to: nextOf(new URL(request.url)),
    values: { email },
  });
}

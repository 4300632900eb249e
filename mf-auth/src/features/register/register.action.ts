import type { ActionFunctionArgs } from 'react-router-dom';
import { accountCalls, type Registration } from 'shared/contracts/account';
import { REFERRAL_QUERY } from 'shared/contracts/referrals';
import { sendForm, textOf } from '../../form/send-form.ts';
import { AFTERWARDS } from './afterwards.ts';

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const [username, email, term] = [textOf(form, 'username'), textOf(form, 'email'), textOf(form, 'term')];
  const [ref, next] = [textOf(form, REFERRAL_QUERY), textOf(form, 'next')];
  const body: Registration = {
    username,
    email,
    password: textOf(form, 'password'),
    term: term !== '',
    ...(ref ? { ref } : {}),
    ...(next ? { next } : {}),
  };
  return await sendForm(context, {
    call: accountCalls.register,
    body,
    to: AFTERWARDS,
    values: { username, email, term, ref },
  });
}

import type { ActionFunctionArgs } from 'react-router-dom';
import { accountCalls, type Confirmation, NEW_PASSWORD, type NewConfirmation } from 'shared/contracts/account';
import { sendForm, textOf } from '../../form/send-form.ts';
import { afterwardsOf, wayOf } from './ways.ts';

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const [url, password] = [new URL(request.url), textOf(form, 'password')];
  const to = afterwardsOf(url);
  if (wayOf(url) !== NEW_PASSWORD) {
    const body: Confirmation = { password };
    return await sendForm(context, { call: accountCalls.confirm, body, to });
  }
  const [username, term] = [textOf(form, 'username'), textOf(form, 'term')];
  const body: NewConfirmation = { username, password, term: term !== '' };
  return await sendForm(context, { call: accountCalls.confirmAnew, body, to, values: { username, term } });
}

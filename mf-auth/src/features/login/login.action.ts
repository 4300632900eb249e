import type { ActionFunctionArgs } from 'react-router-dom';
import { accountCalls } from 'shared/contracts/account';
import { checkCredentials } from 'shared/rules/accounts/account';
import { loginForm } from 'shared/rules/accounts/login-form';
import { broughtBy } from '../../form/brought.ts';
import { takeForm } from '../../form/take-form.ts';

export async function action({ request, context }: ActionFunctionArgs) {
  return await takeForm(await request.formData(), {
    form: loginForm,
    check: checkCredentials,
    call: accountCalls.login,
    context,
    to: broughtBy(new URL(request.url)).next,
  });
}

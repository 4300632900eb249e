import type { ActionFunctionArgs } from 'react-router-dom';
import { accountCalls } from 'shared/contracts/account';
import { checkForgottenPassword } from 'shared/rules/accounts/account';
import { forgottenPasswordForm } from 'shared/rules/accounts/forgotten-password-form';
import { takeForm } from '../../form/take-form.ts';

export async function action({ request, context }: ActionFunctionArgs) {
  return await takeForm(await request.formData(), {
    form: forgottenPasswordForm,
    check: checkForgottenPassword,
    call: accountCalls.forgotPassword,
    context,
  });
}

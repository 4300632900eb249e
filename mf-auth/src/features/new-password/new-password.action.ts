import type { ActionFunctionArgs } from 'react-router-dom';
import { accountCalls } from 'shared/contracts/account';
import { checkNewPassword } from 'shared/rules/accounts/account';
import { newPasswordForm } from 'shared/rules/accounts/new-password-form';
import { takeForm } from '../../form/take-form.ts';
import { AFTERWARDS } from './afterwards.ts';

export async function action({ request, context }: ActionFunctionArgs) {
  return await takeForm(await request.formData(), {
    form: newPasswordForm,
    check: checkNewPassword,
    call: accountCalls.newPassword,
    context,
    to: AFTERWARDS,
  });
}

import type { ActionFunctionArgs } from 'react-router-dom';
import { accountCalls } from 'shared/contracts/account';
import { href, paths } from 'shared/contracts/paths';
import { sentPage } from 'shared/forms/sent';
import { checkForgottenPassword } from 'shared/rules/accounts/account';
import { forgottenPasswordForm } from 'shared/rules/accounts/forgotten-password-form';
import { broughtBy } from '../../form/brought.ts';
import { takeForm } from '../../form/take-form.ts';

export async function action({ request, context }: ActionFunctionArgs) {
  return await takeForm(await request.formData(), {
    form: forgottenPasswordForm,
    check: checkForgottenPassword,
    call: accountCalls.forgotPassword,
    context,
    to: broughtBy(new URL(request.url)).handOn(sentPage(href(paths.forgotPassword))),
  });
}

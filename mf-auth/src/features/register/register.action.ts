import type { ActionFunctionArgs } from 'react-router-dom';
import { accountCalls } from 'shared/contracts/account';
import { checkRegistration } from 'shared/rules/accounts/account';
import { registrationForm } from 'shared/rules/accounts/registration-form';
import { broughtBy } from '../../form/brought.ts';
import { takeForm } from '../../form/take-form.ts';
import { AFTERWARDS } from './afterwards.ts';

export async function action({ request, context }: ActionFunctionArgs) {
  return await takeForm(await request.formData(), {
    form: registrationForm,
    check: checkRegistration,
    call: accountCalls.register,
    context,
    to: broughtBy(new URL(request.url)).handOn(AFTERWARDS),
  });
}

import { data, type ActionFunctionArgs } from 'react-router-dom';
import { accountCalls } from 'shared/contracts/account';
import { href, paths } from 'shared/contracts/paths';
import type { FormAnswer } from '../../form/answer.ts';
import { sendForm, textOf } from '../../form/send-form.ts';
import type { AccountForm } from './forms.ts';

const NOT_SURE: FormAnswer = {
  form: 'deletion',
  errors: { sure: 'Tick this box to delete your account.' },
  values: {},
};

const here = (form: AccountForm) => ({ form, to: `${href(paths.account)}?done=${form}` });

export async function action({ request, context }: ActionFunctionArgs) {
  const sent = await request.formData();
  const text = (name: string) => textOf(sent, name);
  switch (text('form') as AccountForm) {
    case 'password': {
      const body = { current: text('current'), password: text('password') };
      return await sendForm(context, { call: accountCalls.changePassword, body, ...here('password') });
    }
    case 'session':
      return await sendForm(context, { call: accountCalls.endSession, body: { id: text('id') }, ...here('session') });
    case 'others':
      return await sendForm(context, { call: accountCalls.endOtherSessions, body: {}, ...here('others') });
    case 'deletion': {
      // Without a password to ask for, one slip of the finger would be enough.
      if (!sent.has('password') && !sent.has('sure')) return data<FormAnswer>(NOT_SURE, { status: 422 });
      const body = { password: text('password') };
      return await sendForm(context, {
        call: accountCalls.deleteAccount,
        body,
        form: 'deletion',
        to: `${href(paths.login)}?notice=deleted`,
      });
    }
    default:
      return data(null, { status: 400 });
  }
}

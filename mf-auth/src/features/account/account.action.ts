import { data, type ActionFunctionArgs } from 'react-router-dom';
import { accountCalls } from 'shared/contracts/account';
import { href, paths } from 'shared/contracts/paths';
import { sendForm, textOf } from '../../form/send-form.ts';
import type { AccountForm } from './forms.ts';

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
      const body = { password: text('password') };
      return await sendForm(context, { call: accountCalls.deleteAccount, body, form: 'deletion', to: `${href(paths.login)}?notice=deleted` });
    }
    default:
      return data(null, { status: 400 });
  }
}

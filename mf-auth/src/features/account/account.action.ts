import { data, type ActionFunctionArgs } from 'react-router-dom';
import { accountCalls } from 'shared/contracts/account';
import { href, loginFor, paths } from 'shared/contracts/paths';
import { seeOther } from 'shared/forms/answer-form';
import { checkDeletion, checkPasswordChange, checkSureDeletion } from 'shared/rules/accounts/account';
import { deletionForm, passwordChangeForm, sureDeletionForm } from 'shared/rules/accounts/account-form';
import type { FormTable } from 'shared/rules/form';
import { passkeyRemovalForm } from 'shared/rules/accounts/passkey-form';
import { takeForm } from '../../form/take-form.ts';
import type { AccountForm } from './forms.ts';

/** Forms that consist of a button only. */
const sessionForm = { id: { kind: 'hidden', label: 'Session' } } as const satisfies FormTable;
const buttonAlone = { check: () => [] };

export async function action({ request, context }: ActionFunctionArgs) {
  const sent = await request.formData();
  const name = sent.get('form') as AccountForm | null;
  const taken = { context, name: name ?? '', to: `${href(paths.account)}?done=${name}` };
  switch (name) {
    case 'password': {
      const call = accountCalls.changePassword;
      return await takeForm(sent, { ...taken, form: passwordChangeForm, check: checkPasswordChange, call });
    }
    case 'passkey': {
      const call = accountCalls.removePasskey;
      return await takeForm(sent, { ...taken, ...buttonAlone, form: passkeyRemovalForm, call });
    }
    case 'session':
      return await takeForm(sent, { ...taken, ...buttonAlone, form: sessionForm, call: accountCalls.endSession });
    case 'others':
      return await takeForm(sent, { ...taken, ...buttonAlone, form: {}, call: accountCalls.endOtherSessions });
    case 'deletion': {
      const deletion = { ...taken, call: accountCalls.deleteAccount, to: `${href(paths.login)}?notice=deleted` };
      const answer = sent.has('password')
        ? await takeForm(sent, { ...deletion, form: deletionForm, check: checkDeletion })
        : await takeForm(sent, { ...deletion, form: sureDeletionForm, check: checkSureDeletion });
      // If it has been deleted, this page cannot show that: it is for members.
      const isUnsure = !(answer instanceof Response) && answer.data.isUnsure;
      return isUnsure ? seeOther(loginFor(href(paths.account), 'maybe-deleted')) : answer;
    }
    default:
      return data(null, { status: 400 });
  }
}

import type { ActionFunctionArgs } from 'react-router-dom';
import { NEW_PASSWORD, OLD_PASSWORD } from 'shared/contracts/account';
import { checkConfirmation, checkNewConfirmation } from 'shared/rules/accounts/account';
import { takeForm } from '../../form/take-form.ts';
import { afterwardsOf, CLICK, wayOf, ways } from './ways.ts';

export async function action({ request, context }: ActionFunctionArgs) {
  const url = new URL(request.url);
  const [sent, way, to] = [await request.formData(), wayOf(url), afterwardsOf(url)];
  switch (way) {
    case NEW_PASSWORD:
      return await takeForm(sent, { ...ways[way], check: checkNewConfirmation, context, to });
    case OLD_PASSWORD:
      return await takeForm(sent, { ...ways[way], check: checkConfirmation, context, to });
    default:
      return await takeForm(sent, { ...ways[CLICK], check: () => [], context, to });
  }
}

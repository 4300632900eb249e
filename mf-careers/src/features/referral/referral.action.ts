import { data, type ActionFunctionArgs } from 'react-router-dom';
import { href, paths } from 'shared/contracts/paths';
import { seeOther } from 'shared/forms/answer-form';
import { perform, wishOf, WISHED } from './wish.ts';

/** Handles the page's forms when they are sent without script. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const wish = wishOf(form.get('wish'));
  if (!wish) return data(null, { status: 400 });
  const result = await perform(wish, form, context);
  if (!result.refused) return seeOther(`${href(paths.referral)}?${WISHED}=${wish}`);
  return data(result, { status: result.status });
}

import { data, type ActionFunctionArgs } from 'react-router-dom';
import { perform, wishOf } from './wish.ts';

/** Handles the page's forms when they are sent without script. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const wish = wishOf(form.get('wish'));
  if (!wish) return data(null, { status: 400 });
  const result = await perform(wish, form, context);
  return data(result, { status: result.status });
}

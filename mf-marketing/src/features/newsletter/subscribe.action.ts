import { data, type ActionFunctionArgs } from 'react-router-dom';
import { callApi } from 'shared/api-client/api';
import { newsletterCalls, type NewsletterSignUp } from 'shared/contracts/newsletter';
import { isTrapped, TRAPPED } from 'shared/contracts/spam-trap';
import { outcomeOf, type Outcome } from './outcome.ts';

/** Takes the field `email`: of this page's form, and of any other form that is sent here. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const email = form.get('email');
  const body: NewsletterSignUp = { email: typeof email === 'string' ? email : '' };
  if (isTrapped(form)) return data<Outcome>({ done: false, message: TRAPPED, typed: body.email }, { status: 422 });
  return await outcomeOf(() => callApi(newsletterCalls.subscribe, { method: 'POST', body, context }), body.email);
}

import type { ActionFunctionArgs } from 'react-router-dom';
import { callApi } from 'shared/api-client/api';
import { newsletterCalls, type NewsletterSignUp } from 'shared/contracts/newsletter';
import { outcomeOf } from './outcome.ts';

/** Takes the field `email`: of this page's form, and of any other form that is sent here. */
export async function action({ request, context }: ActionFunctionArgs) {
  const email = (await request.formData()).get('email');
  const body: NewsletterSignUp = { email: typeof email === 'string' ? email : '' };
  return await outcomeOf(() => callApi(newsletterCalls.subscribe, { method: 'POST', body, context }), body.email);
}

import type { ActionFunctionArgs } from 'react-router-dom';
import { callApi } from 'shared/api-client/api';
import { newsletterCalls } from 'shared/contracts/newsletter';
import { answerForm, seeOther } from 'shared/forms/answer-form';
import { sentPage } from 'shared/forms/sent';
import { checkSignUp } from 'shared/rules/newsletter/newsletter';
import { newsletterForm } from 'shared/rules/newsletter/newsletter-form';

/** Takes the page's form: subscribes, or returns it with what is wrong. */
export async function action({ request, context }: ActionFunctionArgs) {
  return await answerForm(await request.formData(), {
    form: newsletterForm,
    check: checkSignUp,
    send: (body) => callApi(newsletterCalls.subscribe, { method: 'POST', body, context }),
    sent: () => seeOther(sentPage(new URL(request.url).pathname)),
    otherwise: 'The newsletter service did not answer. It may have done what you asked for; try again in a moment.',
  });
}

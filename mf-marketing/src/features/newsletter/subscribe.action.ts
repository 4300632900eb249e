import type { ActionFunctionArgs } from 'react-router-dom';
import { callApi } from 'shared/api-client/api';
import { newsletterCalls } from 'shared/contracts/newsletter';
import { href, paths } from 'shared/contracts/paths';
import { answerForm, seeOther } from 'shared/forms/answer-form';
import { sentPage } from 'shared/forms/sent';
import { checkSignUp } from 'shared/rules/newsletter/newsletter';
import { newsletterForm } from 'shared/rules/newsletter/newsletter-form';
import { AWAY } from './follow-link.ts';

/** Takes this page's form, and any other form with its field that is sent here. */
export async function action({ request, context }: ActionFunctionArgs) {
  return await answerForm(await request.formData(), {
    form: newsletterForm,
    check: checkSignUp,
    send: (body) => callApi(newsletterCalls.subscribe, { method: 'POST', body, context }),
    sent: () => seeOther(sentPage(href(paths.newsletter))),
    otherwise: AWAY,
  });
}

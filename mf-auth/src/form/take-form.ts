/** Forms that a browser sends without script: their action runs on the server. */
import { requestApi } from 'shared/api-client/api';
import type { FieldProblem } from 'shared/contracts/problem';
import { accountHeader } from 'shared/forms/account-header';
import { answerForm, seeOther } from 'shared/forms/answer-form';
import type { FormTable, FormValues } from 'shared/rules/form';
import { AWAY } from './away.ts';

interface TakenForm<Form extends FormTable> {
  form: Form;
  check: (values: FormValues<Form>) => FieldProblem[];
  /** One of `accountCalls`. */
  call: string;
  /** The action's context. */
  context: unknown;
  /** Where the browser goes on success. */
  to: string;
  /** Which form it is, where the page has several. */
  name?: string;
}

/** Checks a form and sends it to the API. The answer's cookies, the session's too, are passed on with the redirect. */
export async function takeForm<Form extends FormTable>(
  arrived: FormData,
  { form, check, call, context, to, ...name }: TakenForm<Form>,
) {
  return await answerForm(arrived, {
    form,
    check,
    ...name,
    send: (body) => requestApi(call, { method: 'POST', body, context, headers: accountHeader(arrived) }),
    sent: (response) => seeOther(to, response),
    otherwise: AWAY,
  });
}

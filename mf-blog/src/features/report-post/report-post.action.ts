import type { ActionFunctionArgs } from 'react-router-dom';
import { requestApi } from 'shared/api-client/api';
import { moderationCalls } from 'shared/contracts/moderation';
import { answerForm, type FormResult } from 'shared/forms/answer-form';
import { checkReport } from 'shared/rules/posts/report';
import { reportForm } from 'shared/rules/posts/report-form';

export type ReportPostResult = FormResult<typeof reportForm>;

export async function action({ request, params, context }: ActionFunctionArgs) {
  return await answerForm(await request.formData(), {
    form: reportForm,
    check: (report) => checkReport(report),
    send: (body) => requestApi(moderationCalls.reports(params['id'] ?? ''), { method: 'POST', body, context }),
    otherwise: 'We could not send your report. What you wrote is still here: try again.',
  });
}

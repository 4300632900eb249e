import type { ActionFunctionArgs } from 'react-router-dom';
import { requestApi } from 'shared/api-client/api';
import { moderationCalls } from 'shared/contracts/moderation';
import { href, paths } from 'shared/contracts/paths';
import { answerForm, seeOther, type FormResult } from 'shared/forms/answer-form';
import { sentPage } from 'shared/forms/sent';
import { checkReport } from 'shared/rules/posts/report';
import { reportForm } from 'shared/rules/posts/report-form';

export type ReportPostResult = FormResult<typeof reportForm>;

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { id = '' } = params;
  return await answerForm(await request.formData(), {
    form: reportForm,
    check: (report) => checkReport(report),
    send: (body) => requestApi(moderationCalls.reports(id), { method: 'POST', body, context }),
    sent: () => seeOther(sentPage(href(paths.reportPost, { id }))),
    otherwise:
      'We do not know whether your report has arrived. What you wrote is still here: send it again to be sure.',
  });
}

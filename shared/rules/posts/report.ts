import { reportReasons } from '../../contracts/moderation.ts';
import { formCheck } from '../form-check.ts';
import { reportForm } from './report-form.ts';

/** What is wrong with a report, by field. */
export const checkReport = formCheck(reportForm, {
  kinds: {
    choice: {
      reason: (value) =>
        (reportReasons as readonly string[]).includes(value)
          ? undefined
          : `This is not one of the reasons. Choose one of: ${reportReasons.join(', ')}.`,
    },
  },
});

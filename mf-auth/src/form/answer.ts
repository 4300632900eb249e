import type { Problem, ProblemCode } from 'shared/contracts/problem';
import { fieldErrors } from 'shared/forms/field-errors';

/** What came of a form: what its page shows, as the server renders it and as it stands in the browser. */
export interface FormAnswer {
  /** All went well, and the page says what comes next. */
  done?: boolean;
  /** Which form, where a page has several. */
  form?: string;
  /** What is wrong, by field. */
  errors: Record<string, string>;
  /** What else is wrong, in one sentence. */
  message?: string;
  /** Which problem that is. */
  code?: ProblemCode;
  /** What was typed; passwords never come back. */
  values: Record<string, string>;
}

const AWAY = 'We could not reach the account service. Nothing was changed; try again in a moment.';

/** @param problem the API's reason; nothing if it did not answer */
export function refusal(problem: Problem | undefined, values: Record<string, string> = {}): FormAnswer {
  const errors = fieldErrors(problem?.errors);
  if (Object.keys(errors).length > 0) return { errors, values };
  return {
    errors,
    message: problem && problem.status < 500 ? problem.detail : AWAY,
    ...(problem ? { code: problem.code } : {}),
    values,
  };
}

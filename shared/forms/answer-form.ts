/** Forms that a browser sends without script: their action runs on the server. */
import { data } from 'react-router-dom';
import type { FieldProblem, ProblemCode } from '../contracts/problem.ts';
import { isTrapped, TRAPPED } from '../contracts/spam-trap.ts';
import { isSecret, readForm, trimForm, valueFields, type FormTable, type FormValues } from '../rules/form.ts';
import { attemptFor, namedAttempt } from './attempt-field.ts';
import type { FormErrors } from './form-errors.ts';
import { refusalOf, refused, type Refusal } from './refusal.ts';

/** What the page shows; it reads this with `useActionData()`. */
export interface FormResult<Form extends FormTable> {
  /** Which form it was, where a page has several. */
  name?: string;
  /** What was typed; passwords never come back. */
  values: FormValues<Form>;
  /** What is wrong, by field … */
  errors: FormErrors<Form>;
  /** … and in one sentence. */
  message?: string;
  /** Which problem the API named, if it did. */
  code?: ProblemCode;
  /** It may have been done anyway: no answer came. */
  isUnsure?: true;
  /** The last attempt of which that is so, for the form's hidden field (`attempt-field.ts`). */
  attempt?: string;
}

interface TakenForm<Form extends FormTable, Result> {
  form: Form;
  /** Which form it is, where a page has several. */
  name?: string;
  check: (values: FormValues<Form>) => FieldProblem[];
  /**
   * Sends the trimmed values to the API.
   * @param key names the attempt, if the call takes one
   * @throws ApiError, NotSentError
   */
  send: (values: FormValues<Form>, key?: string) => Promise<Result>;
  /** The call takes an idempotency key, and the page has the field for the attempt. */
  takesKey?: boolean;
  /** Where the browser goes afterwards ({@link seeOther}); a reload there sends nothing again. */
  sent: (result: Result) => Response;
  /** Shown if the API gave no reason: it may have done what it was asked for. */
  otherwise: string;
}

/**
 * Reads a form, checks it, sends it and answers: what script does in the browser, done here for browsers without
 * script. Nothing that was typed is lost.
 */
export async function answerForm<Form extends FormTable, Result>(
  arrived: FormData,
  { form, name, check, send, takesKey = false, sent, otherwise }: TakenForm<Form, Result>,
) {
  const typed = readForm(form, arrived);
  const answer = { ...(name === undefined ? {} : { name }), values: withoutSecrets(form, typed) };
  const named = takesKey ? namedAttempt(arrived) : undefined;
  const refuse = ({ status, errors, ...said }: Refusal, attempt = named) =>
    data<FormResult<Form>>(
      { ...answer, ...said, errors: errors as FormErrors<Form>, ...(attempt === undefined ? {} : { attempt }) },
      { status },
    );
  if (isTrapped(arrived)) return refuse({ status: 422, message: TRAPPED, errors: {} });
  const problems = check(typed);
  if (problems.length > 0) return refuse(refused(problems));
  const values = trimForm(form, typed);
  const attempt = takesKey ? await attemptFor(values, named) : undefined;
  try {
    return sent(await send(values, attempt?.key));
  } catch (error) {
    const refusal = refusalOf(error, otherwise);
    return refuse(refusal, refusal.isUnsure ? attempt?.field : named);
  }
}

/**
 * The answer to a form that went through: sends the browser to `location`.
 * @param from the API's response; the cookies that it sets, the session's among them, go on to the browser
 */
export function seeOther(location: string, from?: Response): Response {
  const headers = new Headers({ location });
  for (const cookie of from?.headers.getSetCookie() ?? []) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}

function withoutSecrets<Form extends FormTable>(form: Form, values: FormValues<Form>): FormValues<Form> {
  const shown = valueFields(form).map((name) => [name, isSecret(form[name]!.kind) ? '' : values[name]]);
  return Object.fromEntries(shown) as FormValues<Form>;
}

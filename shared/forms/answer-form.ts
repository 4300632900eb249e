/** Forms that a browser sends without script: their action runs on the server. */
import { data } from 'react-router-dom';
import type { FieldProblem } from '../contracts/problem.ts';
import { isTrapped, TRAPPED } from '../contracts/spam-trap.ts';
import { readForm, trimForm, valueFields, type FormTable, type FormValues } from '../rules/form.ts';
import type { FormErrors } from './form-control.ts';
import { refusalOf, refused, type Refusal } from './refusal.ts';

/** What the page shows: it finds it with `useActionData()`. */
export interface FormAnswer<Form extends FormTable> {
  /** All went well, and the page says what comes next. */
  done?: true;
  /** What was typed; passwords never come back. */
  values: FormValues<Form>;
  /** What is wrong, by field … */
  errors: FormErrors<FormValues<Form>>;
  /** … and in one sentence. */
  message?: string;
}

interface TakenForm<Form extends FormTable, Answer> {
  form: Form;
  check: (values: FormValues<Form>) => FieldProblem[];
  /** Sends the trimmed values to the API. @throws ApiError, NotSent */
  send: (values: FormValues<Form>) => Promise<Answer>;
  /** Where the browser goes then ({@link seeOther}); without it the page itself says that all went well. */
  sent?: (answer: Answer) => Response;
  /** Said when the API has no words for what went wrong. */
  otherwise: string;
  /** Whether failures of the API itself are told in its words. */
  ownFailures?: boolean;
}

/**
 * Reads a form, checks it, sends it and answers: what the browser's own script does, for browsers without.
 * Nothing that was typed is lost.
 */
export async function answerForm<Form extends FormTable, Answer>(
  arrived: FormData,
  { form, check, send, sent, otherwise, ownFailures = true }: TakenForm<Form, Answer>,
) {
  const values = readForm(form, arrived);
  const refuse = ({ status, message, errors }: Refusal) =>
    data<FormAnswer<Form>>(
      { values: withoutSecrets(form, values), errors: errors as FormErrors<FormValues<Form>>, message },
      { status },
    );
  if (isTrapped(arrived)) return refuse({ status: 422, message: TRAPPED, errors: {} });
  const problems = check(values);
  if (problems.length > 0) return refuse(refused(problems));
  try {
    const answer = await send(trimForm(form, values));
    return sent
      ? sent(answer)
      : data<FormAnswer<Form>>({ done: true, values: withoutSecrets(form, values), errors: {} });
  } catch (error) {
    return refuse(refusalOf(error, otherwise, { ownFailures }));
  }
}

/** The answer to a form that is done with: the browser goes there. */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}

function withoutSecrets<Form extends FormTable>(form: Form, values: FormValues<Form>): FormValues<Form> {
  const shown = valueFields(form).map((name) => [name, form[name]!.kind === 'secret' ? '' : values[name]]);
  return Object.fromEntries(shown) as FormValues<Form>;
}

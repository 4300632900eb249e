import type { FieldProblem } from '../contracts/problem.ts';
import type { FormTable } from '../rules/form.ts';

/** What is wrong, by field. */
export type FormErrors<Form extends FormTable> = Partial<Record<keyof Form, string>>;

/** The messages that stand beside the fields, for problems found by a form's check or by the API. */
export function fieldErrors(problems: readonly FieldProblem[] = []): Record<string, string> {
  return Object.fromEntries(problems.map(({ field, message }) => [field, message]));
}

/**
 * The messages after a field was changed: what was said of it stays until it is right, and says what is wrong now. A field
 * of which nothing was said is left in peace until the form is sent.
 */
export function withProblem<Errors extends Partial<Record<string, string>>>(
  errors: Errors,
  name: string,
  problem: string | undefined,
): Errors {
  return errors[name] === undefined ? errors : { ...errors, [name]: problem };
}

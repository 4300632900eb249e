import type { FieldProblem } from '../contracts/problem.ts';
import type { FormTable } from '../rules/form.ts';

/** What is wrong, by field. */
export type FormErrors<Form extends FormTable> = Partial<Record<keyof Form, string>>;

/** The messages beside the fields, for problems found by a form's check or by the API. */
export function fieldErrors(problems: readonly FieldProblem[] = []): Record<string, string> {
  return Object.fromEntries(problems.map(({ field, message }) => [field, message]));
}

/**
 * The messages after a field was changed: a field with a message keeps one until it is right, saying what is wrong now.
 * A field without a message gets none until the form is sent, and is not checked: most typing happens in such fields.
 */
export function withProblem<Errors extends Partial<Record<string, string>>>(
  errors: Errors,
  name: string,
  problemOf: (name: string) => string | undefined,
): Errors {
  return errors[name] === undefined ? errors : { ...errors, [name]: problemOf(name) };
}

/** Id of the control of a form's field, for links to it. */
export const fieldId = (formName: string, field: string): string => `${formName}-${field}`;

/** What a form's summary lists (`shared/ui/error-summary.tsx`). @param order of the fields on the page */
export function wrongFields<Form extends FormTable>(
  form: Form,
  formName: string,
  errors: FormErrors<Form>,
  order: readonly (keyof Form & string)[] = Object.keys(errors),
) {
  return order.flatMap((name) => {
    const message = errors[name];
    const field = form[name];
    return message === undefined || !field ? [] : [{ id: fieldId(formName, name), label: field.label, message }];
  });
}

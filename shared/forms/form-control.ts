/**
 * react-hook-form over a form's own fields, with a check of `shared/rules`. Load it when a visitor turns to the form
 * (decision 010): the fields are the browser's own until then, and what was typed in them is taken over.
 */
import { createFormControl, type FieldErrors, type FieldValues, type Resolver } from 'react-hook-form';
import type { FieldProblem } from '../contracts/problem.ts';
import { readForm, trimForm, type FormTable, type FormValues } from '../rules/form.ts';
import { emptyForm } from './empty-form.ts';
import { fieldErrors, type FormErrors } from './form-errors.ts';

interface ControlledForm<Form extends FormTable> {
  /** The form's table. */
  form: Form;
  /** See {@link FormCheck}. */
  check: (values: FormValues<Form>, only?: keyof Form) => FieldProblem[];
  /** All checks passed. @param values as they are sent */
  valid: (values: FormValues<Form>) => Promise<void>;
  /** The page has a summary, which takes the focus when something failed, instead of the first field that failed. */
  hasSummary?: boolean;
  /** @param first the message of the first check that failed */
  invalid: (errors: FormErrors<Form>, first: string) => void;
}

export interface FormControl {
  /** Checks, and calls `valid`, or moves the focus to the first field that failed and calls `invalid`. */
  submit(): Promise<void>;
  /** What is wrong with one field as it is now, in words. */
  problemOf(name: string): string | undefined;
  /** Empties the form and lets go of its fields. */
  clear(): void;
}

/**
 * @param element holds a control for each field of the table, by name; hidden ones may be missing. Problems are
 * reported in the order of the page.
 */
export function controlForm<Form extends FormTable>(
  element: HTMLFormElement,
  { form, check, hasSummary = false, valid, invalid }: ControlledForm<Form>,
): FormControl {
  let problems: FieldProblem[] = [];
  const place = (name: string) =>
    [...element.elements].findIndex((control) => (control as HTMLInputElement).name === name);
  const resolver: Resolver<FieldValues, unknown, FieldValues> = () => {
    // What a browser without script would send.
    const values = readForm(form, new FormData(element));
    problems = check(values).toSorted((a, b) => place(a.field) - place(b.field));
    if (problems.length === 0) return { values: trimForm(form, values), errors: {} };
    const errors = Object.fromEntries(problems.map(({ field, message }) => [field, { type: 'check', message }]));
    return { values: {}, errors: errors as FieldErrors };
  };
  // No default values: they would overwrite what a visitor typed before.
  const { register, handleSubmit } = createFormControl<FieldValues, unknown, FieldValues>({
    resolver,
    reValidateMode: 'onSubmit',
    shouldFocusError: !hasSummary,
  });
  const letGo = new AbortController();
  const names = Object.keys(form).filter((name) => form[name]!.kind !== 'hidden');
  for (const name of names.toSorted((a, b) => place(a) - place(b))) {
    const control = element.elements.namedItem(name) as HTMLInputElement;
    const { ref, onChange } = register(name);
    ref(control);
    control.addEventListener('input', (event) => void onChange(event), { signal: letGo.signal });
  }
  const submit = handleSubmit(
    (values) => valid(values as FormValues<Form>),
    () => invalid(fieldErrors(problems) as FormErrors<Form>, problems[0]?.message ?? ''),
  );
  return {
    submit: () => submit(),
    problemOf: (name) =>
      check(readForm(form, new FormData(element)), name).find(({ field }) => field === name)?.message,
    clear() {
      letGo.abort();
      element.reset();
      emptyForm(element, form);
    },
  };
}

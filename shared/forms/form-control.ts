/**
 * react-hook-form over a form's own fields, with a check of `shared/rules`. Load it when a visitor turns to the form
 * (decision 010): the fields are the browser's own until then, and what was typed in them is taken over.
 */
import { createFormControl, type FieldErrors, type FieldValues, type Path, type Resolver } from 'react-hook-form';
import type { FieldProblem } from '../contracts/problem.ts';
import { fieldErrors } from './field-errors.ts';

/** What is wrong, by field. */
export type FormErrors<Values> = Partial<Record<keyof Values, string>>;

interface FormRules<Values, Sent> {
  fields: readonly (keyof Values & string)[];
  check: (values: Values) => FieldProblem[];
  /** Makes of the values what is sent. */
  trim: (values: Values) => Sent;
  /** All checks passed. */
  valid: (values: Sent) => Promise<void>;
  /** @param first the message of the first check that failed */
  invalid: (errors: FormErrors<Values>, first: string) => void;
}

export interface FormControl {
  /** Checks, moves the focus to the first field that failed, and tells the outcome. */
  submit(): Promise<void>;
  /** Empties the form and lets go of its fields. */
  clear(): void;
}

/** @param form holds a field for each of `fields`, by name. What is wrong is told in the order of the page */
export function controlForm<Values extends FieldValues, Sent extends FieldValues = Values>(
  form: HTMLFormElement,
  { fields, check, trim, valid, invalid }: FormRules<Values, Sent>,
): FormControl {
  let problems: FieldProblem[] = [];
  const place = ({ field }: { field: string }) =>
    [...form.elements].findIndex((element) => (element as HTMLInputElement).name === field);
  const resolver: Resolver<Values, unknown, Sent> = (values) => {
    problems = check(values).toSorted((a, b) => place(a) - place(b));
    if (problems.length === 0) return { values: trim(values), errors: {} };
    const errors = Object.fromEntries(problems.map(({ field, message }) => [field, { type: 'check', message }]));
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
  // No default values: they would overwrite what a visitor typed before.
  const { register, handleSubmit } = createFormControl<Values, unknown, Sent>({ resolver, reValidateMode: 'onSubmit' });
  const letGo = new AbortController();
  for (const name of fields.toSorted((a, b) => place({ field: a }) - place({ field: b }))) {
    const element = form.elements.namedItem(name) as HTMLInputElement;
    const { ref, onChange } = register(name as Path<Values>);
    ref(element);
    element.addEventListener('input', (event) => void onChange(event), { signal: letGo.signal });
  }
  const submit = handleSubmit(valid, () => {
    invalid(fieldErrors(problems) as FormErrors<Values>, problems[0]?.message ?? '');
  });
  return {
    submit: () => submit(),
    clear() {
      letGo.abort();
      form.reset();
    },
  };
}

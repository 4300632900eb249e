/**
 * react-hook-form over a form's own fields, with a check of `shared/rules`. Load it when a visitor turns to the form
 * (decision 010): the fields are the browser's own until then, and what was typed in them is taken over.
 */
import { createFormControl, type FieldErrors, type FieldValues, type Path, type Resolver } from 'react-hook-form';
import type { FieldProblem } from '../contracts/problem.ts';

/** What is wrong, by field. */
export type FormErrors<Values> = Partial<Record<keyof Values, string>>;

interface FormRules<Values> {
  /** The fields as they stand on the page: the first one that failed gets the focus. */
  fields: readonly (keyof Values & string)[];
  check: (values: Values) => FieldProblem[];
  /** Makes of the values what is sent. */
  trim: (values: Values) => Values;
  /** All checks passed. */
  valid: (values: Values) => Promise<void>;
  /** @param first the message of the first check that failed */
  invalid: (errors: FormErrors<Values>, first: string) => void;
}

export interface FormControl {
  /** Checks, moves the focus to the first field that failed, and tells the outcome. */
  submit(): Promise<void>;
  /** Empties the form and lets go of its fields. */
  clear(): void;
}

/** @param form holds a field for each of `fields`, by name */
export function controlForm<Values extends FieldValues>(
  form: HTMLFormElement,
  { fields, check, trim, valid, invalid }: FormRules<Values>,
): FormControl {
  let problems: FieldProblem[] = [];
  const resolver: Resolver<Values> = (values) => {
    problems = check(values);
    if (problems.length === 0) return { values: trim(values), errors: {} };
    const errors = Object.fromEntries(problems.map(({ field, message }) => [field, { type: 'check', message }]));
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
  // No default values: they would overwrite what a visitor typed before.
  const { register, handleSubmit } = createFormControl<Values>({ resolver, reValidateMode: 'onSubmit' });
  const letGo = new AbortController();
  for (const name of fields) {
    const element = form.elements.namedItem(name) as HTMLInputElement;
    const { ref, onChange } = register(name as Path<Values>);
    ref(element);
    element.addEventListener('input', (event) => void onChange(event), { signal: letGo.signal });
  }
  const submit = handleSubmit(valid, () => {
    const errors = Object.fromEntries(problems.map(({ field, message }) => [field, message]));
    invalid(errors as FormErrors<Values>, problems[0]?.message ?? '');
  });
  return {
    submit: () => submit(),
    clear() {
      letGo.abort();
      form.reset();
    },
  };
}
